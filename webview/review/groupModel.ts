import type {
  PlanGroupView,
  PlanView,
  SummaryWriter,
} from '../../extension/palace/contract/memory/planSchemas.ts';
import { longestSummary } from '../../extension/palace/contract/memory/longestSummary.ts';
import { isContradicting } from '../../extension/palace/memory/summaries/isContradicting.ts';
import { leftOut, type LeftOut } from '../../extension/palace/memory/summaries/leftOut.ts';
import type { DrawerModel } from './drawerModel.ts';
import type { ReviewDraft } from './review.ts';

/** A summary of fewer drawers would only repeat them. */
const leastDrawers = 2;

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

/** What applying a plan did with one of its groups. */
type AppliedGroup = NonNullable<PlanView['applied']>['groups'][number];

export const isCarriedOut = ({ approved, problem }: GroupModel): boolean => approved > 0 && problem === null;

const idsOf = (drawers: readonly DrawerModel[]): ReadonlySet<string> => new Set(drawers.map(({ id }) => id));

const leftOutOf = (taken: readonly DrawerModel[], summary: string): readonly LeftOut[] =>
  leftOut(
    taken.flatMap(({ id, drawer }) => (drawer?.text ? [{ id, text: drawer.text }] : [])),
    summary,
  );

/** What the proposed summary leaves out of these drawers; the host has computed it. */
const leftOutOfProposal = (group: PlanGroupView, taken: readonly DrawerModel[]): readonly LeftOut[] => {
  const ids = idsOf(taken);
  return group.left_out.filter(({ drawer_id: id }) => ids.has(id));
};

const problemOf = (approved: number, summary: string, skipped: string | null): GroupProblem | null => {
  if (approved < leastDrawers) return { kind: 'few' };
  if (summary.trim() === '' && skipped === null) return { kind: 'empty' };
  if (summary.length > longestSummary) return { kind: 'long' };
  return skipped === null ? null : { kind: 'skipped', reason: skipped };
};

/** What follows from the drawers that the summary replaces, `taken`, whether it would do so or did. */
const replacementBy = (summary: string, group: PlanGroupView, taken: readonly DrawerModel[]) => {
  const ids = idsOf(taken);
  return {
    summary,
    contradictions: group.contradictions.filter(
      ({ drawer_id: id, newer_id: newer }) => ids.has(id) && ids.has(newer),
    ),
    before: taken.reduce((units, { drawer }) => units + (drawer?.text?.length ?? 0), 0),
    after: summary.length,
  };
};

const couldBeApproved = (drawers: readonly DrawerModel[]): number =>
  drawers.filter(({ fate }) => fate !== 'dropped').length;

/** A group that a person can still decide about. `skipped` is the host's reason to skip it under these decisions. */
export const openGroup = (
  group: PlanGroupView,
  drawers: readonly DrawerModel[],
  draft: ReviewDraft,
  skipped: string | null,
): GroupModel => {
  const taken = drawers.filter(({ fate }) => fate === 'approved');
  const takenIds = idsOf(taken);
  const summary = draft.summaries[group.group_id] ?? group.summary;
  const isEdited = summary !== group.summary;
  const isWaiting = !draft.agreed.includes(group.group_id) && isContradicting(group, (id) => takenIds.has(id));
  const approved = isWaiting ? 0 : taken.length;
  return {
    ...replacementBy(summary, group, taken),
    group,
    drawers: isWaiting
      ? drawers.map((drawer) => (drawer.fate === 'approved' ? { ...drawer, fate: 'waiting' as const } : drawer))
      : drawers,
    approved,
    of: couldBeApproved(drawers),
    isEdited,
    writer: group.writer,
    left: isEdited ? leftOutOf(taken, summary) : leftOutOfProposal(group, taken),
    isWaiting,
    problem: approved === 0 ? null : problemOf(approved, summary, skipped),
  };
};

/** A group of a plan that is no longer open. `record` is undefined if it was not applied. */
export const closedGroup = (
  group: PlanGroupView,
  drawers: readonly DrawerModel[],
  record: AppliedGroup | undefined,
): GroupModel => {
  const taken = drawers.filter(({ fate }) => fate === 'archived');
  const summary = record?.summary ?? group.summary;
  return {
    ...replacementBy(summary, group, taken),
    group,
    drawers,
    approved: taken.length,
    of: couldBeApproved(drawers),
    isEdited: false,
    writer: record?.writer ?? group.writer,
    left: leftOutOf(taken, summary),
    isWaiting: false,
    problem: null,
  };
};
