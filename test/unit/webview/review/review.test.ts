import { expect, test } from 'vitest';
import type { HostMessage } from '../../../../extension/protocol/inspectorMessages.ts';
import { initialState } from '../../../../webview/state/inspectorState.ts';
import { readPersistedState } from '../../../../webview/state/persistedState.ts';
import { reduce } from '../../../../webview/state/reduce.ts';
import { samplePlan } from '../../../fixtures/inspector/samplePlan.ts';

const plan = samplePlan(0);
const nothing = { applied: null, restored: null };
const shown = reduce(initialState, { type: 'received', message: { type: 'showPlan', plan, ...nothing } });
const asked = (question: 'check' | 'ask' | 'apply') =>
  reduce(shown, { type: 'planAsked', requestId: 'r', question, rejected: ['a'] });
const received = (state: typeof shown, message: HostMessage) => reduce(state, { type: 'received', message });

test('a plan that is shown brings the Review tab and an empty draft; the same plan again keeps what was decided', () => {
  expect(shown.navigation.tab).toBe('review');
  expect(shown.look.review).toEqual({ planId: plan.id, rejected: [], agreed: [], summaries: {}, open: [] });
  const decided = reduce(shown, { type: 'reviewDecided', change: { rejected: ['a'] } });
  expect(received(decided, { type: 'showPlan', plan, ...nothing }).look.review?.rejected).toEqual(['a']);
  expect(
    received(decided, { type: 'showPlan', plan: { ...plan, id: 'other' }, ...nothing }).look.review?.rejected,
  ).toEqual([]);
});

test('the question opens only once the plan was checked for it, and a decision closes it', () => {
  const answer: HostMessage = { type: 'plan', requestId: 'r', plan, ...nothing };
  expect(asked('ask').review.isAsking).toBe(false);
  const open = received(asked('ask'), answer);
  expect(open.review).toMatchObject({ isAsking: true, checked: ['a'], pending: null });
  expect(received(asked('check'), answer).review.isAsking).toBe(false);
  expect(reduce(open, { type: 'reviewDecided', change: { rejected: [] } }).review.isAsking).toBe(false);
  expect(reduce(open, { type: 'reviewQuestionClosed' }).review.isAsking).toBe(false);
});

test('summaries that were rewritten while somebody looked at them are said to be, and nobody is asked to approve them yet', () => {
  const rewritten: HostMessage = { type: 'plan', requestId: 'r', plan: { ...plan, digest: 'other' }, ...nothing };
  const told = received(asked('ask'), rewritten);
  expect(told.review).toMatchObject({ isAsking: false, isRewritten: true, plan: { digest: 'other' } });
  const checked = reduce(told, { type: 'planAsked', requestId: 'c', question: 'check', rejected: [] });
  expect(received(checked, { ...rewritten, requestId: 'c' }).review.isRewritten).toBe(true);
  const again = reduce(told, { type: 'planAsked', requestId: 's', question: 'ask', rejected: [] });
  expect(received(again, { ...rewritten, requestId: 's' }).review).toMatchObject({
    isAsking: true,
    isRewritten: false,
  });
  const applied = { ...rewritten, plan: { ...plan, digest: 'other', state: 'applied' as const } };
  expect(received(asked('apply'), applied).review.isRewritten).toBe(false);
});

test('an answer to an older question is dropped, and a plan that is shown meanwhile ends what was asked', () => {
  const waiting = asked('check');
  expect(
    received(waiting, { type: 'plan', requestId: 'older', plan: { ...plan, id: 'other' }, ...nothing }).review,
  ).toBe(waiting.review);
  const other = received(waiting, { type: 'showPlan', plan: { ...plan, id: 'other' }, ...nothing });
  expect(received(other, { type: 'plan', requestId: 'r', plan, ...nothing }).review.plan?.id).toBe('other');
});

test('an error ends its own question, keeps plan and decisions, and is gone with the next question', () => {
  const error: HostMessage = { type: 'error', requestId: 'r', code: 'E_DISK_FULL', message: 'm', remedy: 'x' };
  const failed = received(asked('apply'), error);
  expect(failed.review).toMatchObject({ failure: { code: 'E_DISK_FULL' }, pending: null, plan: { id: plan.id } });
  expect(failed.notice).toBeNull();
  expect(
    reduce(failed, { type: 'planAsked', requestId: 's', question: 'check', rejected: [] }).review.failure,
  ).toBeNull();
});

test('what an earlier version kept is read, and has no draft', () => {
  const look = Object.fromEntries(Object.entries(initialState.look).filter(([name]) => name !== 'review'));
  expect(readPersistedState({ navigation: initialState.navigation, look })?.look.review).toBeNull();
  expect(readPersistedState({ navigation: initialState.navigation, look: shown.look })?.look.review).toEqual(
    shown.look.review,
  );
});
