import type { Plan, PlanCandidate } from '../../../contract/memory/planSchemas.ts';
import type { Drawer } from '../../../model/drawer/drawer.ts';
import { ltpStrength } from '../../usage/ltpStrength.ts';
import { alikeFrom } from './clusters.ts';
import { makePlan } from './makePlan.ts';
import type { GroupDraft } from './alikeGroups.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';

/** When a plan was begun, and of which palace. */
interface PlanBeginning {
  /** Of the plan's timer. */
  readonly started: number;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  readonly revision: number;
  readonly warnings: readonly string[];
}

/** The plan of groups that are consolidated. Writes nothing. Throws E_PLAN, E_CANCELLED. */
export const plannedGroups = (
  groups: readonly GroupDraft[],
  request: PlanRequest,
  parts: PlanParts,
  beginning: PlanBeginning,
): Promise<Plan> =>
  makePlan(
    {
      ...beginning,
      kind: 'consolidation',
      candidates: groups.flatMap((group) =>
        group.drawers.map((drawer) => candidateOf(drawer, group, request, beginning.nowMs)),
      ),
      groups,
      timings: { ltp_scan_ms: 0, supersede_check_ms: 0 },
      planningStarted: beginning.started,
    },
    request,
    parts,
  );

const candidateOf = (
  drawer: Drawer,
  { drawers, alike, shared, supersededBy }: GroupDraft,
  { profile: { flags } }: PlanRequest,
  nowMs: number,
): PlanCandidate => {
  const { reached, left, days } = ltpStrength(drawer, flags.ltp_max_boost, flags.decay_lambda, nowMs);
  return {
    drawer_id: drawer.id,
    action: 'consolidate',
    reason:
      shared.kind === 'asked'
        ? shared.name
        : `alike=${(alike ?? 0).toFixed(2)} > ${alikeFrom} with ${drawers.length - 1} others, ${shared.kind}=${shared.name}`,
    ltp_score: reached,
    decayed_ltp: left,
    superseded_by: supersededBy === null ? null : (drawer.supersededBy ?? supersededBy),
    days_since_access: days,
    consolidated_into: null,
  };
};
