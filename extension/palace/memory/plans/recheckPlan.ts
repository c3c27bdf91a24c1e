import type { Drawer } from '../../model/drawer/drawer.ts';
import { drawerId, type DrawerId } from '../../model/drawer/ids.ts';
import type { DroppedDrawer, Plan, PlanCandidate, PlanGroup } from '../../contract/memory/planSchemas.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { compactionVerdict, untouchable } from './compactionCandidates.ts';
import { livingMark, standingOf } from './standing.ts';

export interface CheckedGroup {
  readonly group: PlanGroup;
  /** The drawers that still qualify, in the group's order. */
  readonly drawers: readonly Drawer[];
  readonly dropped: readonly DroppedDrawer[];
  /** The living drawer that replaces the group's drawers now; null if they are valid. */
  readonly supersededBy: DrawerId | null;
}

/**
 * Checks the plan's groups against the current palace: which drawers still qualify by the plan's own settings, and
 * why the others do not. A drawer found to be superseded by a similar newer one stays so while the newer one
 * exists and is not archived, because texts never change.
 */
export const recheckPlan = (
  plan: Plan,
  groups: readonly PlanGroup[],
  read: ReadQueries,
  nowMs: number,
): CheckedGroup[] => {
  const ids = groups.flatMap(({ drawer_ids: members }) => members.map(drawerId));
  const { settings } = plan;
  const rejections = read.rejectionsOf(ids);
  const candidates = new Map(plan.candidates.map((candidate) => [candidate.drawer_id, candidate]));
  const reasonAgainst = (id: string, drawer: Drawer | undefined): string | undefined => {
    if (drawer === undefined) return 'it is no longer in the palace';
    const rejectedAt = rejections.get(drawer.id) ?? null;
    const candidate = candidates.get(id);
    // A person who named the drawer in a plan overrode any earlier rejection.
    if (candidate?.action !== 'compact')
      return untouchable(
        { drawer, rejectedAt: rejectedAt !== null && rejectedAt < plan.created_at ? null : rejectedAt },
        nowMs,
      );
    const verdict = compactionVerdict(
      {
        drawer,
        supersededBy: replacementOf(drawer, candidate, read),
        rejectedAt,
      },
      settings,
      nowMs,
    );
    return 'kept' in verdict ? verdict.kept : undefined;
  };
  return groups.map((group) => {
    const drawers: Drawer[] = [];
    const dropped: DroppedDrawer[] = [];
    const supersededBy = groupStanding(group, candidates, read);
    for (const id of group.drawer_ids) {
      const drawer = read.drawerById(drawerId(id));
      const reason = reasonAgainst(id, drawer) ?? otherStanding(drawer, candidates.get(id), supersededBy, read);
      if (reason === undefined && drawer !== undefined) drawers.push(drawer);
      else dropped.push({ drawer_id: id, group_id: group.group_id, reason: reason ?? '' });
    }
    return { group, drawers, dropped, supersededBy };
  });
};

/** The group's current standing: the drawer that replaced its drawers may have been replaced or summarised since. */
const groupStanding = (
  { superseded_by: given, drawer_ids: [first = ''] }: PlanGroup,
  candidates: ReadonlyMap<string, PlanCandidate>,
  read: ReadQueries,
): DrawerId | null => {
  const by = given ?? candidates.get(first)?.superseded_by ?? null;
  return by === null || read.drawerById(drawerId(by)) === undefined
    ? null
    : standingOf({ id: drawerId(first) }, by, read);
};

/** Why a drawer no longer belongs to its group: a summary has one standing, that of all its drawers. */
const otherStanding = (
  drawer: Drawer | undefined,
  candidate: PlanCandidate | undefined,
  supersededBy: DrawerId | null,
  read: ReadQueries,
): string | undefined => {
  if (drawer === undefined) return undefined;
  const direct = candidate === undefined ? livingMark(drawer, read) : replacementOf(drawer, candidate, read);
  const own = standingOf(drawer, direct, read);
  if (own === supersededBy) return undefined;
  return own === null ? 'nothing replaces it any more' : `${own} replaces it now`;
};

const replacementOf = (drawer: Drawer, candidate: PlanCandidate, read: ReadQueries): string | null => {
  const marked = livingMark(drawer, read);
  if (marked !== null) return marked;
  const by =
    candidate.superseded_by === null || candidate.superseded_by === drawer.supersededBy
      ? undefined
      : read.drawerById(drawerId(candidate.superseded_by));
  return by === undefined || by.archived ? null : by.id;
};
