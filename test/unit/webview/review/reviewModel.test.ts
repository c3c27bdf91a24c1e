import { describe, expect, it } from 'vitest';
import { freshDraft, type ReviewDraft } from '../../../../webview/review/review.ts';
import { reviewQuestionOf } from '../../../../webview/review/reviewQuestion.ts';
import { isCarriedOut } from '../../../../webview/review/groupModel.ts';
import { decideAll, decideGroup, reviewModel } from '../../../../webview/review/reviewModel.ts';
import {
  appliedPlan,
  contradictingPlan,
  planDrawerIds,
  samplePlan,
} from '../../../fixtures/inspector/samplePlan.ts';

const plan = samplePlan(0);
const decided = (change: Partial<ReviewDraft>): ReviewDraft => ({ ...freshDraft(plan.id), ...change });
const modelOf = (change: Partial<ReviewDraft> = {}, of = plan) =>
  reviewModel(of, decided(change), change.rejected ?? [], of.revision_now);
const [limits, locks] = [planDrawerIds.limits, planDrawerIds.locks];

describe('a review', () => {
  it("begins with everything approved, and its totals are the plan's", () => {
    const { totals, groups } = modelOf();
    expect(totals).toMatchObject({
      drawers: plan.would_archive,
      summaries: plan.would_create_summaries,
      rejected: 0,
    });
    expect(totals.saved).toBe(
      plan.groups.reduce((sum, group) => sum + group.characters_before - group.characters_after, 0),
    );
    expect(totals.left).toBe(plan.groups.reduce((sum, group) => sum + group.left_out.length, 0));
    expect(groups.every(isCarriedOut)).toBe(true);
  });

  it("counts neither a rejected drawer's text nor what its summary leaves out of it", () => {
    const [first] = modelOf({ rejected: limits.slice(3) }).groups;
    expect(first).toMatchObject({
      approved: 3,
      of: 4,
      before: (plan.groups[0]?.characters_before ?? 0) - (plan.drawers[3]?.text?.length ?? 0),
    });
    expect(first?.left.some(({ drawer_id: id }) => id === limits[3])).toBe(false);
    expect(first?.drawers.map(({ fate }) => fate)).toEqual(['approved', 'approved', 'approved', 'rejected']);
  });

  it('a group of which one drawer is left is not carried out; one of which none is left has no problem', () => {
    const { groups, totals } = modelOf({ rejected: [...locks.slice(1), ...planDrawerIds.flaky] });
    expect(groups.map(({ problem }) => problem?.kind ?? null)).toEqual([null, 'few', null]);
    expect(totals).toMatchObject({ drawers: 4, summaries: 1, rejected: 5 });
  });

  it("finds what an edited summary leaves out by the palace's own rule, and bars an empty and an overlong one", () => {
    expect(modelOf({ summaries: { g2: plan.groups[1]?.summary ?? '' } }).groups[1]).toMatchObject({
      isEdited: false,
      left: plan.groups[1]?.left_out,
    });
    expect(
      modelOf({ summaries: { g2: 'BERTH_LOCK_TTL was 30 minutes, from 2024-11-04 to 2025-07-26.' } }).groups[1],
    ).toMatchObject({ isEdited: true, left: [], problem: null });
    expect(modelOf({ summaries: { g2: ' \n' } }).groups[1]?.problem).toEqual({ kind: 'empty' });
    expect(modelOf({ summaries: { g2: 'a'.repeat(8001) } }).groups[1]?.problem).toEqual({ kind: 'long' });
  });

  it('leaves out drawers that no longer qualify, whatever is approved, and says why a group stays', () => {
    const dropped = samplePlan(0, {
      dropped: [{ drawer_id: 'note-limit-1', group_id: 'g1', reason: 'it is pinned' }],
      groups: plan.groups.map((group) => (group.group_id === 'g3' ? { ...group, skipped: 'a reason' } : group)),
    });
    const { groups, totals } = modelOf({}, dropped);
    expect(groups[0]?.drawers[0]).toMatchObject({ fate: 'dropped', reason: 'it is pinned' });
    expect(groups[0]).toMatchObject({ approved: 3, of: 3 });
    expect(groups[2]?.problem).toEqual({ kind: 'skipped', reason: 'a reason' });
    expect(totals).toMatchObject({ drawers: 6, summaries: 2 });
    expect(decideAll(groups, decided({}), false).rejected).not.toContain('note-limit-1');
  });

  it('leaves a group that contradicts itself unapproved until a person approves it, and refuses nothing in it by that', () => {
    const contradicting = contradictingPlan(0);
    const [waiting, second] = modelOf({}, contradicting).groups;
    expect(waiting).toMatchObject({ approved: 0, of: 4, isWaiting: true, problem: null });
    expect(waiting?.drawers.map(({ fate }) => fate)).toEqual(Array.from({ length: 4 }, () => 'waiting'));
    expect(second).toMatchObject({ approved: 3, isWaiting: false });
    if (waiting === undefined) throw new Error('There is no group.');
    const approved = decideGroup(waiting, decided({}), true);
    expect(approved).toEqual({ rejected: [], agreed: ['g1'] });
    const [agreed] = modelOf(approved, contradicting).groups;
    expect(agreed).toMatchObject({ approved: 4, isWaiting: false });
    if (agreed === undefined) throw new Error('There is no group.');
    expect(decideGroup(agreed, decided(approved), false)).toEqual({ agreed: [] });
    // Without one of the two there is nothing to decide between, and a living drawer that replaced all has decided.
    expect(modelOf({ rejected: ['note-limit-2'] }, contradicting).groups[0]).toMatchObject({ isWaiting: false });
    const settled = contradicting.groups.map((group) => ({ ...group, superseded_by: 'the handbook' }));
    expect(modelOf({}, { ...contradicting, groups: settled }).groups[0]).toMatchObject({ isWaiting: false });
    expect(reviewQuestionOf('apply', 'r', decided({}), contradicting)).toMatchObject({ groups: ['g2', 'g3'] });
  });

  it('does not hold what the palace said of other decisions against a group', () => {
    const skipped = samplePlan(0, {
      groups: plan.groups.map((group) =>
        group.group_id === 'g2' ? { ...group, skipped: 'only one of its drawers is left' } : group,
      ),
    });
    expect(reviewModel(skipped, decided({}), locks.slice(1), null).groups[1]?.problem).toBeNull();
    expect(reviewModel(skipped, decided({}), [], null).groups[1]?.problem).toMatchObject({ kind: 'skipped' });
  });

  it('is stale once the palace is at a later revision than the one it was checked at', () => {
    const at = (revision: number | null) => reviewModel(plan, decided({}), [], revision).isStale;
    expect([at(null), at(plan.revision_now - 1), at(plan.revision_now), at(plan.revision_now + 1)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('of an applied plan tells what was done, whatever is in the draft', () => {
    const { groups, totals, isOpen } = modelOf(
      { rejected: [...limits], summaries: { g1: 'other' } },
      appliedPlan(0, locks.slice(1, 2)),
    );
    expect(isOpen).toBe(false);
    expect(totals).toMatchObject({ drawers: 9, summaries: 3, rejected: 1 });
    expect(groups[1]?.drawers.map(({ fate }) => fate)).toEqual(['archived', 'rejected', 'archived']);
    expect(groups[0]?.summary).toBe(plan.groups[0]?.summary);
  });

  it('of a plan that was undone tells what came back, and holds nothing to be archived or refused', () => {
    const { groups, totals } = modelOf({}, { ...appliedPlan(0, locks.slice(1, 2)), state: 'restored' });
    expect(groups[1]?.drawers.map(({ fate }) => fate)).toEqual(['restored', 'stayed', 'restored']);
    expect(totals).toMatchObject({ drawers: 0, summaries: 0 });
  });
});

describe('what is sent', () => {
  it('to apply: the groups that are carried out, every rejected drawer, and own texts of those groups alone', () => {
    const draft = decided({ rejected: [...locks.slice(1)], summaries: { g1: 'mine', g2: 'stays', g3: '' } });
    expect(reviewQuestionOf('apply', 'r', draft, plan)).toEqual({
      type: 'applyPlan',
      requestId: 'r',
      planId: plan.id,
      groups: ['g1'],
      rejectedDrawers: locks.slice(1),
      summaries: { g1: 'mine' },
      seen: plan.digest,
    });
  });

  it('to check: what is rejected, and no own text, so that the answer holds the proposals that a person may go back to', () => {
    const draft = decided({ rejected: [...locks.slice(1)], summaries: { g1: 'mine', g2: 'a'.repeat(8001) } });
    expect(reviewQuestionOf('ask', 'r', draft, plan)).toEqual({
      type: 'checkPlan',
      requestId: 'r',
      planId: plan.id,
      rejectedDrawers: locks.slice(1),
    });
  });
});
