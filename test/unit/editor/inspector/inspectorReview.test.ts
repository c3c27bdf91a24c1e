import { expect, it } from 'vitest';
import { InspectorReview } from '../../../../extension/editor/inspector/inspectorReview.ts';
import { whyNothing } from '../../../../extension/editor/review/reviewText.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { AppliedReport } from '../../../../extension/palace/contract/memory/planSchemas.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { HostMessage } from '../../../../extension/protocol/inspectorMessages.ts';
import { appliedPlan, samplePlan } from '../../../fixtures/inspector/samplePlan.ts';
import { apiOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const plan = samplePlan(0);
const applied: AppliedReport = {
  plan_id: plan.id,
  summaries: [],
  archived: ['a'],
  dropped: [],
  rejected: ['b'],
  skipped_groups: [],
  characters_saved: 1,
  backup: 'x',
  palace_revision: 2,
};
const question = { requestId: 'r', planId: plan.id, rejectedDrawers: ['b'] };
const summaries = { g1: 'mine' };
const seen = 'digest';

const open = (calls: Partial<Pick<PalaceApi, 'evaluatePlan' | 'applyPlan'>>) => {
  const posted: HostMessage[] = [];
  let changed = 0;
  const review = new InspectorReview({
    post: (message) => posted.push(message),
    palace: () => Promise.resolve(apiOf(calls)),
    changed: () => {
      changed += 1;
    },
    fail: (thrown, requestId) => {
      const { code, message, remedy } = PalaceError.from(thrown);
      posted.push({ type: 'error', requestId, code, message, remedy });
    },
  });
  return { review, posted, changed: () => changed };
};

it('only applying and undoing write; a check passes the decisions on and changes nothing', async () => {
  const asked: unknown[] = [];
  const { review, posted, changed } = open({
    evaluatePlan: (request) => {
      asked.push(request);
      return Promise.resolve({ plan, phase_timing_ms: {} });
    },
  });
  await review.show(plan.id);
  await review.answer({ type: 'checkPlan', ...question });
  expect(asked).toEqual([
    { plan_id: plan.id, rejected_drawers: [] },
    { plan_id: plan.id, rejected_drawers: ['b'] },
  ]);
  expect(posted.map(({ type }) => type)).toEqual(['showPlan', 'plan']);
  expect(changed()).toBe(0);
});

it('a check that arrives while a plan is applied waits, and tells what came of it', async () => {
  let state: 'proposed' | 'applied' = 'proposed';
  let finish = (): void => undefined;
  const { review, posted, changed } = open({
    evaluatePlan: () =>
      Promise.resolve({ plan: state === 'applied' ? appliedPlan(0, ['b']) : plan, phase_timing_ms: {} }),
    applyPlan: async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      state = 'applied';
      return applied;
    },
  });
  const applying = review.answer({ type: 'applyPlan', ...question, summaries, seen, groups: ['g1'] });
  const checking = review.answer({ type: 'checkPlan', ...question, requestId: 's' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(posted).toEqual([]);
  finish();
  await Promise.all([applying, checking]);
  expect(posted.map((message) => ('requestId' in message ? message.requestId : ''))).toEqual(['r', 's']);
  expect(posted).toMatchObject([
    { plan: { state: 'applied' }, applied },
    { plan: { state: 'applied' }, applied },
  ]);
  expect(changed()).toBe(1);
});

it('applies the plan that the page showed, and no other', async () => {
  const requests: unknown[] = [];
  const { review } = open({
    evaluatePlan: () => Promise.resolve({ plan, phase_timing_ms: {} }),
    applyPlan: (request) => {
      requests.push(request);
      return Promise.resolve(applied);
    },
  });
  await review.answer({ type: 'applyPlan', ...question, summaries, seen, groups: ['g1'] });
  expect(requests).toMatchObject([{ plan_id: plan.id, seen }]);
});

it('a failure answers its own question, and the next one is asked all the same', async () => {
  const { review, posted } = open({
    evaluatePlan: () => Promise.resolve({ plan, phase_timing_ms: {} }),
    applyPlan: () => Promise.reject(new PalaceError('E_DISK_FULL', 'full')),
  });
  await review.answer({ type: 'applyPlan', ...question, summaries, seen, groups: [] });
  await review.answer({ type: 'checkPlan', ...question, requestId: 's' });
  expect(posted).toMatchObject([
    { type: 'error', requestId: 'r', code: 'E_DISK_FULL' },
    { type: 'plan', requestId: 's' },
  ]);
});

it('a plan that is not there is told to whoever asked for it', async () => {
  const { review } = open({
    evaluatePlan: () => Promise.reject(new PalaceError('E_PLAN', 'There is no plan plan-x in this palace.')),
  });
  await expect(review.show('plan-x')).rejects.toThrow('no plan plan-x');
});

it("says why nothing is proposed in each case, with the numbers of the plan's own settings", () => {
  const of = (changes: Partial<typeof plan>) => whyNothing({ ...plan, ...changes }, english);
  expect(of({ candidates: [] })).toMatch(
    /none is replaced, little used \(below 0\.3\) and last used more than 30 days ago/,
  );
  expect(of({})).toMatch(/^10 drawers are replaced, old and little used, but no three of them are alike/);
  expect(of({ candidates: plan.candidates.slice(0, 1) })).toMatch(/^One drawer is replaced/);
  expect(of({ kind: 'consolidation', warnings: ['Nothing could be grouped: no vectors are loaded.'] })).toMatch(
    /similar enough.*no vectors are loaded\.$/,
  );
});
