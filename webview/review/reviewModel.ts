import type { PlanGroupView, PlanView } from '../../extension/palace/contract/memory/planSchemas.ts';
import { isContradicting } from '../../extension/palace/memory/summaries/isContradicting.ts';
import { drawerModels } from './drawerModel.ts';
import { closedGroup, isCarriedOut, openGroup, type GroupModel } from './groupModel.ts';
import type { Review, ReviewDraft } from './review.ts';

export interface ReviewModel {
  readonly plan: PlanView;
  readonly groups: readonly GroupModel[];
  /** What applying would do now; for an applied plan, what it did. */
  readonly totals: {
    readonly drawers: number;
    readonly summaries: number;
    readonly saved: number;
    readonly left: number;
    readonly rejected: number;
  };
  /** Decisions can still be made. */
  readonly isOpen: boolean;
  /** The palace has changed since the plan was checked. */
  readonly isStale: boolean;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const totalsOf = (carried: readonly GroupModel[]) => ({
  drawers: sum(carried.map(({ approved }) => approved)),
  summaries: carried.length,
  saved: sum(carried.map(({ before, after }) => before - after)),
  left: sum(carried.map(({ left }) => left.length)),
});

/** The host's reason to skip a group, or null. It says nothing about decisions that the host has not seen. */
const skippedUnder = (
  { drawer_ids: ids, skipped }: PlanGroupView,
  rejected: ReadonlySet<string>,
  seen: ReadonlySet<string>,
): string | null => (ids.every((id) => rejected.has(id) === seen.has(id)) ? skipped : null);

/** The plan with the person's decisions. `revision` is the palace's current one, null while it is unknown. Pure. */
export const reviewModel = (
  plan: PlanView,
  draft: ReviewDraft,
  checked: Review['checked'],
  revision: number | null,
): ReviewModel => {
  const isOpen = plan.state === 'proposed';
  const rejected = new Set(isOpen ? draft.rejected : plan.applied?.rejected);
  const seen = new Set(checked);
  const records = new Map(plan.applied?.groups.map((record) => [record.group_id, record]));
  const drawerModel = drawerModels(plan, rejected);
  const groups = plan.groups.map((group) => {
    const drawers = group.drawer_ids.map(drawerModel);
    return isOpen
      ? openGroup(group, drawers, draft, skippedUnder(group, rejected, seen))
      : closedGroup(group, drawers, records.get(group.group_id));
  });
  return {
    plan,
    groups,
    isOpen,
    isStale: isOpen && revision !== null && revision > plan.revision_now,
    totals: { ...totalsOf(groups.filter(isCarriedOut)), rejected: rejected.size },
  };
};

/** The changes to the draft when all drawers of these groups are approved or rejected. */
export const decideAll = (
  groups: readonly GroupModel[],
  draft: ReviewDraft,
  approve: boolean,
): Pick<ReviewDraft, 'rejected' | 'agreed'> => {
  const concerned = new Set(
    groups.flatMap(({ drawers }) =>
      drawers.filter(({ fate }) => ['approved', 'waiting', 'rejected'].includes(fate)).map(({ id }) => id),
    ),
  );
  const ids = new Set(groups.map(({ group }) => group.group_id));
  const others = draft.rejected.filter((id) => !concerned.has(id));
  const agreed = draft.agreed.filter((id) => !ids.has(id));
  return approve
    ? { rejected: others, agreed: [...agreed, ...ids] }
    : { rejected: [...others, ...concerned], agreed };
};

/** The same for one group's check box. A group that contradicts itself waits again, but nothing in it is rejected. */
export const decideGroup = (
  group: GroupModel,
  draft: ReviewDraft,
  approve: boolean,
): Partial<Pick<ReviewDraft, 'rejected' | 'agreed'>> =>
  approve || !isContradicting(group.group, (id) => !draft.rejected.includes(id))
    ? decideAll([group], draft, approve)
    : { agreed: draft.agreed.filter((id) => id !== group.group.group_id) };
