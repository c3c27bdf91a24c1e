import { expect, test } from 'vitest';
import { initialState } from '../../../../webview/state/inspectorState.ts';
import { persistedState, readPersistedState } from '../../../../webview/state/persistedState.ts';
import { samplePalace } from '../../../fixtures/inspector/samplePalace.ts';

test('navigation and look come back as they were; nothing of the palace is kept', () => {
  const kept = persistedState({ ...initialState, palace: samplePalace });
  expect(readPersistedState(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(JSON.stringify(kept)).not.toContain('planner');
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
