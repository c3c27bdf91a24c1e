import { expect, test } from 'vitest';
import { inspectorCommands } from '../../../../extension/protocol/inspectorMessages.ts';
import { bannerTexts } from '../../../../webview/frame/bannerTexts.ts';
import {
  initialSearch,
  initialState,
  type InspectorState,
  type SearchRun,
} from '../../../../webview/state/inspectorState.ts';
import { translator } from '../../../../webview/text/translate.ts';
import { mismatchResult, sampleResult } from '../../../fixtures/inspector/sampleResults.ts';
import { samplePalace } from '../../../fixtures/inspector/samplePalace.ts';

const t = translator({});
const state = (parts: Partial<InspectorState>): InspectorState => ({
  ...initialState,
  palace: samplePalace,
  commands: inspectorCommands,
  ...parts,
});
const ran = (result = sampleResult(0)): SearchRun => ({
  requestId: 'r',
  search: initialSearch,
  result,
  wantedResults: null,
  freshness: new Map(),
  pinned: new Map(),
  changes: new Map(),
  similarTo: null,
});
/** A palace whose vectors are another model's. */
const mismatched: NonNullable<InspectorState['palace']> = {
  ...samplePalace,
  model: { ...samplePalace.model, state: 'mismatch', palaceModel: 'bge-small-en-v1.5' },
};
const keys = (parts: Partial<InspectorState>): readonly string[] =>
  bannerTexts(state(parts), t).map(({ key }) => key);

test('a palace in order has no banner', () => {
  expect(keys({ run: ran() })).toEqual([]);
});

/** A search that left the other model's vectors out, with the warning that it carries. */
const foundByWords = (): SearchRun =>
  ran({
    ...mismatchResult(0),
    warnings: [
      'ingest model: a (384), query model: b (384) — results may be unreliable. Searching by words only.',
    ],
  });

test('a mismatch is told once, by both models’ names, with the cure', () => {
  const [banner, ...others] = bannerTexts(
    state({
      run: foundByWords(),
      palace: mismatched,
    }),
    t,
  );
  expect(others).toEqual([]);
  expect(banner?.detail).toContain('bge-small-en-v1.5');
  expect(banner?.detail).toContain('all-MiniLM-L6-v2');
  expect(banner?.commands.map(({ command }) => command)).toEqual(['rebuildEmbeddings']);
});

test('a run that matched outweighs an older status', () => {
  expect(
    keys({ run: ran(), palace: { ...samplePalace, model: { ...samplePalace.model, state: 'mismatch' } } }),
  ).toEqual([]);
});

test('once the vectors are rebuilt, results of before are told as such, and can be searched for again', () => {
  const run = foundByWords();
  const [banner, ...others] = bannerTexts(state({ run, palace: samplePalace }), t);
  expect(others).toEqual([]);
  expect(banner).toMatchObject({
    strong: 'These results were found by words only.',
    commands: [],
    search: { label: 'Search again', change: 'again' },
  });
  expect(keys({ run, palace: { ...samplePalace, model: { ...mismatched.model, state: 'working' } } })).toEqual([
    'mismatch',
  ]);
});

test('work under way is told in the words of the status bar, with the time it takes', () => {
  const [banner] = bannerTexts(
    state({
      palace: {
        ...samplePalace,
        vectors: { done: 6872, pending: 1240, perSecond: 12 },
        underWay: { stage: 'embedding', done: 6872, total: 8112, text: 'Building: 6,872 of 8,112' },
      },
    }),
    t,
  );
  expect(banner?.strong).toBe('Building: 6,872 of 8,112.');
  expect(banner?.detail).toContain('About 2 min.');
  expect(banner?.progress).toMatchObject({ done: 6872, total: 8112 });
});

test('other warnings of a search are shown, each once', () => {
  expect(keys({ run: ran({ ...sampleResult(0), warnings: ['a', 'b', 'a'] }) })).toEqual(['a', 'b']);
});

test('a command that the host does not offer has no button', () => {
  const banners = bannerTexts(state({ run: ran(mismatchResult(0)), palace: mismatched, commands: [] }), t);
  expect(banners.flatMap(({ commands }) => commands)).toEqual([]);
});

test('results that have changed since their search are counted, and can be searched for again', () => {
  const told = (...ids: readonly string[]) =>
    bannerTexts(state({ run: { ...ran(), changes: new Map(ids.map((id) => [id, 'archived'])) } }), t);
  expect(told('a').map(({ strong, search }) => [strong, search])).toEqual([
    ['1 result has changed since this search.', { label: 'Search again', change: 'again' }],
  ]);
  expect(told('a', 'b')[0]?.strong).toBe('2 results have changed since this search.');
});
