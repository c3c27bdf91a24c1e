import { contentHash } from '../../model/drawer/drawer.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { Plan } from '../../contract/memory/planSchemas.ts';
import type { StoredPlan } from './storedPlan.ts';

/** Changes with everything that applying a plan would file or archive: its groups, their drawers and their summaries. */
export const planDigest = ({ groups }: Pick<Plan, 'groups'>): string =>
  contentHash(
    JSON.stringify(groups.map(({ group_id: id, drawer_ids: drawers, summary }) => [id, drawers, summary])),
  ).slice(0, 16);

/**
 * What a person approves is what is filed, even if an agent rewrites the plan's summaries meanwhile. `seen`: the digest of the plan
 * that the person looked at. Throws E_PLAN if the plan is another now, or if an agent rewrote it and nobody says what was seen.
 */
export const demandSeen = ({ plan, isRewritten }: StoredPlan, seen: string | undefined): void => {
  if (seen === undefined ? !isRewritten : seen === planDigest(plan)) return;
  throw new PalaceError(
    'E_PLAN',
    seen === undefined
      ? errorText`An agent rewrote summaries of the plan ${plan.id} after it was made. Nothing was archived.`
      : errorText`The plan ${plan.id} was changed since it was shown. Nothing was archived.`,
    {
      remedy: errorText`Read it again before you apply it: in the editor with “Synapse Palace: Review Compaction…”, in a terminal with “synapse-palace compact --show ${plan.id}”, which also says how to apply it.`,
    },
  );
};
