import { expect, test } from 'vitest';
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
