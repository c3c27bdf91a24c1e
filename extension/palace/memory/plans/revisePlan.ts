import { drawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { Plan, PlanGroup, SummaryWriter } from '../../contract/memory/planSchemas.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { leftOut } from '../summaries/leftOut.ts';
import { underStanding } from '../summaries/standingLine.ts';
import { originalOf } from './groupSummary.ts';
import { checkedSummary, demandGroups } from './callerSummary.ts';
import type { PlanParts } from './planParts.ts';
import { livingReplacement } from './standing.ts';
import { keepPlan, proposedPlan } from './storedPlan.ts';

/**
 * Replaces summaries of a plan that is not applied yet. Stores who wrote them, and finds the facts that they leave
 * out. Groups without a new text stay as they are. Throws E_PLAN on a plan that was applied, an unknown group, a
 * text that can't be filed, and a group with a drawer that is gone or now sensitive; then nothing is changed. A plan that an agent
 * rewrote says so from then on.
 */
export const revisePlan = (
  planId: string,
  summaries: Readonly<Record<string, string>>,
  writer: SummaryWriter,
  { store }: Pick<PlanParts, 'store'>,
  byAgent = false,
): Promise<Plan> =>
  store.write((transaction) => {
    const stored = proposedPlan(transaction.read, planId);
    demandGroups(Object.keys(summaries), stored.plan.groups);
    const plan: Plan = {
      ...stored.plan,
      groups: stored.plan.groups.map((group) => {
        const given = summaries[group.group_id];
        return given === undefined || given === group.summary
          ? group
          : withSummary(group, checkedSummary(group.group_id, given), writer, transaction.read);
      }),
    };
    keepPlan(transaction, { ...stored, plan, isRewritten: stored.isRewritten || byAgent });
    return plan;
  });

const withSummary = (group: PlanGroup, text: string, writer: SummaryWriter, read: ReadQueries): PlanGroup => {
  const drawers = group.drawer_ids.map((id) => {
    const drawer = read.drawerById(drawerId(id));
    if (drawer === undefined || drawer.sensitive)
      throw new PalaceError(
        'E_PLAN',
        drawer === undefined
          ? errorText`${id} of ${group.group_id} is no longer in the palace.`
          : errorText`${id} of ${group.group_id} became sensitive.`,
        { remedy: 'Make a new plan.' },
      );
    return drawer;
  });
  const by = group.superseded_by;
  const summary = underStanding(text, by === null ? null : (livingReplacement(drawerId(by), read) ?? null));
  return {
    ...group,
    summary,
    writer,
    references: [],
    left_out: leftOut(drawers.map(originalOf), summary),
    characters_after: summary.length,
  };
};
