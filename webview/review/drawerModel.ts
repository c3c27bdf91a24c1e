import type { PlanCandidate, PlanDrawer, PlanView } from '../../extension/palace/contract/memory/planSchemas.ts';
import { shortTitlesById } from '../text/drawerTitle.ts';

/**
 * What becomes of a drawer: archived (if its group is), waiting with its group for a person's word, kept by a
 * person, kept because it no longer qualifies; or, for an applied plan, its outcome.
 */
export type DrawerFate = 'approved' | 'waiting' | 'rejected' | 'dropped' | 'archived' | 'stayed' | 'restored';

export interface DrawerModel {
  readonly id: string;
  /** Its title with only as many folders as distinguish it from the plan's others; the ID if it is gone. */
  readonly name: string;
  readonly fate: DrawerFate;
  /** Why it dropped out; empty otherwise. */
  readonly reason: string;
  /** Undefined if it is gone from the palace. */
  readonly drawer: PlanDrawer | undefined;
  readonly candidate: PlanCandidate | undefined;
}

/** The model of each drawer of the plan, by its ID. `rejected` are the drawers that a person keeps. */
export const drawerModels = (
  plan: PlanView,
  rejected: ReadonlySet<string>,
): ((drawerId: string) => DrawerModel) => {
  const names = shortTitlesById(plan.drawers);
  const drawers = new Map(plan.drawers.map((drawer) => [drawer.drawer_id, drawer]));
  const candidates = new Map(plan.candidates.map((candidate) => [candidate.drawer_id, candidate]));
  const dropped = new Map(plan.dropped.map(({ drawer_id: id, reason }) => [id, reason]));
  const archived = new Set(plan.applied?.groups.flatMap((group) => group.archived));
  const fateOf = (id: string): DrawerFate => {
    if (plan.state === 'restored') return archived.has(id) ? 'restored' : 'stayed';
    if (archived.has(id)) return 'archived';
    if (rejected.has(id)) return 'rejected';
    if (plan.state !== 'proposed') return 'stayed';
    return dropped.has(id) || !drawers.has(id) ? 'dropped' : 'approved';
  };
  return (id) => ({
    id,
    name: names.get(id) ?? id,
    fate: fateOf(id),
    reason: dropped.get(id) ?? '',
    drawer: drawers.get(id),
    candidate: candidates.get(id),
  });
};
