import {
  longestSummary,
  type PlanCandidate,
  type PlanDrawer,
  type PlanGroupView,
  type PlanView,
  type SummaryWriter,
} from '../../extension/palace/contract/memory/planSchemas.ts';
import { isContradicting } from '../../extension/palace/memory/summaries/isContradicting.ts';
import { leftOut, type LeftOut } from '../../extension/palace/memory/summaries/leftOut.ts';
import type { Review, ReviewDraft } from './review.ts';
import { shortTitlesById } from '../text/drawerTitle.ts';

/** A summary of fewer drawers would only repeat them. */
const leastDrawers = 2;

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

/**
 * Why a group with approved drawers can't be applied: a single drawer, no text, too long a text, or the host's
 * reason.
 */
export type GroupProblem =
  { readonly kind: 'few' | 'empty' | 'long' } | { readonly kind: 'skipped'; readonly reason: string };

export interface GroupModel {
  readonly group: PlanGroupView;
  readonly drawers: readonly DrawerModel[];
  /** How many are approved, of how many that could be. */
  readonly approved: number;
  readonly of: number;
  readonly summary: string;
  /** The person has changed the summary. */
  readonly isEdited: boolean;
  readonly writer: SummaryWriter;
  /** What the summary leaves out of the drawers that would be archived. */
  readonly left: readonly LeftOut[];
  /** Where the drawers that would be archived contradict each other. */
  readonly contradictions: PlanGroupView['contradictions'];
  /** Its drawers contradict each other, and nobody has approved it yet. */
  readonly isWaiting: boolean;
  /** UTF-16 units of the approved drawers, and of the summary. */
  readonly before: number;
  readonly after: number;
  /** Null if nothing prevents it, or nothing in it is approved. */
  readonly problem: GroupProblem | null;
}

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

export const isCarriedOut = ({ approved, problem }: GroupModel): boolean => approved > 0 && problem === null;

const textLength = ({ drawer }: DrawerModel): number => drawer?.text?.length ?? 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const leftOutOf = (taken: readonly DrawerModel[], summary: string): readonly LeftOut[] =>
  leftOut(
    taken.flatMap(({ id, drawer }) => (drawer?.text ? [{ id, text: drawer.text }] : [])),
    summary,
  );

/** What the proposed summary leaves out of these drawers; the host has computed it. */
const leftOutOfProposal = (group: PlanGroupView, taken: readonly DrawerModel[]): readonly LeftOut[] => {
  const ids = new Set(taken.map(({ id }) => id));
  return group.left_out.filter(({ drawer_id: id }) => ids.has(id));
};

const totalsOf = (carried: readonly GroupModel[]) => ({
  drawers: sum(carried.map(({ approved }) => approved)),
  summaries: carried.length,
  saved: sum(carried.map(({ before, after }) => before - after)),
  left: sum(carried.map(({ left }) => left.length)),
});

/** The plan with the person's decisions. `revision` is the palace's current one, null while it is unknown. Pure. */
export const reviewModel = (
  plan: PlanView,
  draft: ReviewDraft,
  checked: Review['checked'],
  revision: number | null,
): ReviewModel => {
  const isOpen = plan.state === 'proposed';
  const names = shortTitlesById(plan.drawers);
  const drawers = new Map(plan.drawers.map((drawer) => [drawer.drawer_id, drawer]));
  const candidates = new Map(plan.candidates.map((candidate) => [candidate.drawer_id, candidate]));
  const dropped = new Map(plan.dropped.map(({ drawer_id: id, reason }) => [id, reason]));
  const [rejected, rejectedThen] = [new Set(isOpen ? draft.rejected : plan.applied?.rejected), new Set(checked)];
  const done = new Map(plan.applied?.groups.map((group) => [group.group_id, group]));
  const fateOf = (id: string, archived: readonly string[] | undefined): DrawerFate => {
    if (plan.state === 'restored') return archived?.includes(id) === true ? 'restored' : 'stayed';
    if (!isOpen) return archived?.includes(id) === true ? 'archived' : rejected.has(id) ? 'rejected' : 'stayed';
    return rejected.has(id) ? 'rejected' : dropped.has(id) || !drawers.has(id) ? 'dropped' : 'approved';
  };
  const groups = plan.groups.map((group): GroupModel => {
    const record = done.get(group.group_id);
    const members = group.drawer_ids.map((id): DrawerModel => ({
      id,
      name: names.get(id) ?? id,
      fate: fateOf(id, record?.archived),
      reason: dropped.get(id) ?? '',
      drawer: drawers.get(id),
      candidate: candidates.get(id),
    }));
    const taken = members.filter(({ fate }) => fate === 'approved' || fate === 'archived');
    const own = isOpen ? draft.summaries[group.group_id] : undefined;
    const isEdited = own !== undefined && own !== group.summary;
    const summary = isOpen ? (own ?? group.summary) : (record?.summary ?? group.summary);
    const left = isEdited || !isOpen ? leftOutOf(taken, summary) : leftOutOfProposal(group, taken);
    const takenIds = new Set(taken.map(({ id }) => id));
    const contradictions = group.contradictions.filter(
      ({ drawer_id: id, newer_id: newer }) => takenIds.has(id) && takenIds.has(newer),
    );
    const isWaiting =
      isOpen && !draft.agreed.includes(group.group_id) && isContradicting(group, (id) => takenIds.has(id));
    const approved = isWaiting ? 0 : taken.length;
    const isChecked = group.drawer_ids.every((id) => rejected.has(id) === rejectedThen.has(id));
    return {
      group,
      drawers: isWaiting
        ? members.map((member) => (member.fate === 'approved' ? { ...member, fate: 'waiting' as const } : member))
        : members,
      approved,
      of: members.filter(({ fate }) => fate !== 'dropped').length,
      summary,
      isEdited,
      writer: record?.writer ?? group.writer,
      left,
      contradictions,
      isWaiting,
      before: sum(taken.map(textLength)),
      after: summary.length,
      problem: !isOpen || approved === 0 ? null : problemOf(approved, summary, isChecked ? group.skipped : null),
    };
  });
  return {
    plan,
    groups,
    isOpen,
    isStale: isOpen && revision !== null && revision > plan.revision_now,
    totals: { ...totalsOf(groups.filter(isCarriedOut)), rejected: rejected.size },
  };
};

const problemOf = (approved: number, summary: string, skipped: string | null): GroupProblem | null => {
  if (approved < leastDrawers) return { kind: 'few' };
  if (summary.trim() === '' && skipped === null) return { kind: 'empty' };
  if (summary.length > longestSummary) return { kind: 'long' };
  return skipped === null ? null : { kind: 'skipped', reason: skipped };
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
