import { expect, test } from 'vitest';
import { parseInspectorMessage } from '../../../../extension/protocol/parseMessage.ts';
import { freshDraft, type ReviewDraft } from '../../../../webview/review/review.ts';
import { reviewQuestionOf } from '../../../../webview/review/reviewQuestion.ts';
import { initialState } from '../../../../webview/state/inspectorState.ts';
import { persistedState, readPersistedState } from '../../../../webview/state/persistedState.ts';
import { samplePalace } from '../../../fixtures/inspector/samplePalace.ts';

test('navigation and look come back as they were; nothing of the palace is kept', () => {
  const kept = persistedState({ ...initialState, palace: samplePalace });
  expect(readPersistedState(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(JSON.stringify(kept)).not.toContain('planner');
});

test('more open drawers than are kept lose nothing but the first of them', () => {
  const openDrawers = Array.from({ length: 1_200 }, (_, at) => `drawer ${at}`);
  const { navigation, look } = persistedState({
    ...initialState,
    navigation: { ...initialState.navigation, tab: 'growth' },
    look: { ...initialState.look, openDrawers },
  });
  expect(readPersistedState({ navigation, look })).toEqual({
    navigation,
    look: { ...look, openDrawers: openDrawers.slice(200) },
  });
});

const draftOf = (planId: string, rejected: number): ReviewDraft => ({
  ...freshDraft(planId),
  rejected: Array.from({ length: rejected }, (_, at) => `drawer ${at}`),
});

test('decisions on a plan of a hundred thousand drawers are kept, and asked for in one message', () => {
  const review = draftOf('p', 100_000);
  const { navigation, look } = persistedState({ ...initialState, look: { ...initialState.look, review } });
  expect(readPersistedState({ navigation, look })?.look.review).toEqual(review);
  expect(parseInspectorMessage(reviewQuestionOf('check', 'r', review, null)).ok).toBe(true);
});

test('a draft or a filter that is too large is left out and told, and the rest comes back', () => {
  const told: unknown[] = [];
  const filter = { room: ['docs'], wing: Array.from({ length: 201 }, (_, at) => `wing ${at}`) };
  const other = { ...draftOf('q', 2), open: Array.from({ length: 60_000 }, (_, at) => `drawer ${at}`) };
  const { search } = initialState.navigation;
  const saved = persistedState({
    ...initialState,
    navigation: { tab: 'growth', history: ['tide'], search: { ...search, query: 'tide', filter } },
    look: {
      ...initialState.look,
      scoresAs: 'table',
      review: draftOf('p', 1_000_001),
      otherReviews: [other, draftOf('r', 1_000_001)],
    },
  });
  expect(readPersistedState(saved, (lost) => told.push(...lost))).toEqual({
    navigation: {
      tab: 'growth',
      history: ['tide'],
      search: { ...search, query: 'tide', filter: { room: ['docs'] } },
    },
    look: {
      ...initialState.look,
      scoresAs: 'table',
      review: null,
      otherReviews: [{ ...other, open: other.open.slice(-1000) }],
    },
  });
  expect(told).toEqual(['decisions', 'filter']);
});

test('what an older version left, or nothing at all, is passed over', () => {
  for (const value of [
    undefined,
    null,
    7,
    'x',
    {},
    { navigation: {} },
    { ...persistedState(initialState), look: { scoresAs: 'pie' } },
  ])
    expect(readPersistedState(value)).toBeNull();
});
