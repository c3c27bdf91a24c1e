import type { Plan, PlanGroup } from '../../contract/memory/planSchemas.ts';
import { isContradicting } from '../summaries/isContradicting.ts';
import type { ApplyRequest } from './preparedGroups.ts';

/** Why applying a whole plan leaves out a group whose drawers contradict each other. */
export const contradictingReason = ({ contradictions: [first] }: PlanGroup): string =>
  `its notes contradict each other${first === undefined ? '' : ` (“${first.newer_says}”, not “${first.says}”)`}; it is applied only if it is approved by name`;

/**
 * The groups that a request applies, and those that it leaves out because their drawers contradict each other.
 * Whoever approves the group by name, or writes its summary, decides which of two statements holds. Pure.
 */
export const agreeingGroups = (
  plan: Plan,
  { groups, rejected_drawers: rejected = [], summaries = {} }: ApplyRequest,
): { readonly groups: string[]; readonly held: PlanGroup[] } => {
  if (groups !== undefined) return { groups: [...groups], held: [] };
  const held = plan.groups.filter(
    (group) => !(group.group_id in summaries) && isContradicting(group, (id) => !rejected.includes(id)),
  );
  return { groups: plan.groups.filter((group) => !held.includes(group)).map(({ group_id: id }) => id), held };
};
