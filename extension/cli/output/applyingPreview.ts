import type { PlanView } from '../../palace/contract/memory/planSchemas.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';

/** What a person decides when applying a plan. */
export interface PlanDecisions {
  /** The approved groups; when absent, all whose drawers do not contradict each other. */
  readonly groups?: readonly string[] | undefined;
  /** Drawers that stay as they are. */
  readonly reject?: readonly string[] | undefined;
  /** The digest of the plan that the person looked at. */
  readonly seen?: string | undefined;
}

/**
 * A kept plan as applying it under these decisions would carry it out: the groups that it would look at, who drops out, and the
 * totals. `plan` is already evaluated without the rejected drawers. Throws E_PLAN as applying would.
 */
export const applyingPreview = (plan: PlanView, { groups, reject = [], seen }: PlanDecisions): PlanView => {
  if (plan.state !== 'proposed')
    throw new PalaceError(
      'E_PLAN',
      `The plan ${plan.id} was ${plan.state === 'applied' ? 'applied already' : 'applied and restored'}.`,
      { remedy: 'Make a new plan.' },
    );
  if (seen !== undefined && seen !== plan.digest)
    throw new PalaceError('E_PLAN', `The plan ${plan.id} was changed since it was shown.`, {
      remedy: `Read it again: “synapse-palace compact --show ${plan.id}”.`,
    });
  const known = plan.groups.map(({ group_id: id }) => id);
  const unknown = groups?.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new PalaceError(
      'E_PLAN',
      `The plan has no group ${unknown}${known.length === 0 ? '; it has none' : `, but ${known.join(', ')}`}.`,
    );
  const looked = plan.groups.filter(({ group_id: id }) => groups?.includes(id) ?? true);
  const dropped = [
    ...plan.dropped,
    ...looked.flatMap(({ group_id: id, drawer_ids: members }) =>
      members
        .filter((drawer) => reject.includes(drawer))
        .map((drawer) => ({ drawer_id: drawer, group_id: id, reason: 'it was rejected' })),
    ),
  ];
  const gone = new Set(dropped.map(({ drawer_id: id }) => id));
  // Unless it is named, a group that contradicts itself is left out.
  const carriedOut = looked.filter(
    ({ skipped, superseded_by: by, contradictions }) =>
      skipped === null && (groups !== undefined || by !== null || contradictions.length === 0),
  );
  return {
    ...plan,
    groups: looked,
    dropped,
    summary_count: carriedOut.length,
    would_create_summaries: carriedOut.length,
    would_archive: carriedOut.flatMap(({ drawer_ids: members }) => members.filter((id) => !gone.has(id))).length,
  };
};
