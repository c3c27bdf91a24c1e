import type { SourceFreshness } from '../../../extension/protocol/inspectorMessages.ts';
import { sampleQuery } from '../../fixtures/inspector/drawerTexts.ts';
import { awkwardResult, replacedResult, sensitiveResult } from '../../fixtures/inspector/hardResults.ts';
import { samplePalace } from '../../fixtures/inspector/samplePalace.ts';
import { mismatchResult, noResult, sampleResult } from '../../fixtures/inspector/sampleResults.ts';
import type { InspectorPage } from '../host/inspectorPage.ts';
import type { State } from './state.ts';

const day = 86_400_000;
const now = Date.now();
/** Whether each result's file is as it was mined. */
const freshnessByRank: readonly SourceFreshness[] = [
  'noFile',
  'changed',
  'unchanged',
  'changed',
  'noFile',
  'noFile',
  'unchanged',
  'noFile',
  'noFile',
  'missing',
];
const result = sampleResult(now);
const tellFreshness = (inspector: InspectorPage, requestId: string): Promise<void> =>
  inspector.send({
    type: 'drawerStates',
    requestId,
    states: result.results.map(({ drawer_id: drawerId }, index) => ({
      drawerId,
      freshness: freshnessByRank[index] ?? 'noFile',
    })),
  });
const shown = async (inspector: InspectorPage): Promise<void> =>
  tellFreshness(inspector, await inspector.start(result));
const openRow = (inspector: InspectorPage, rank: number): Promise<void> =>
  inspector.page.locator(`.row-button[aria-label^="${rank}."]`).click();

/** What a search can come to, by name. */
export const resultStates: Readonly<Record<string, State>> = {
  results: shown,
  open: async (inspector) => {
    await shown(inspector);
    await openRow(inspector, 2);
    await openRow(inspector, 4);
  },
  replaced: async (inspector) => {
    await inspector.start(replacedResult(now));
    await openRow(inspector, 1);
  },
  table: async (inspector) => {
    await shown(inspector);
    await inspector.page.getByRole('button', { name: 'Table' }).click();
  },
  filters: async (inspector) => {
    await shown(inspector);
    await inspector.page.getByRole('button', { name: 'Filters' }).first().click();
  },
  timing: async (inspector) => {
    await shown(inspector);
    await inspector.page.getByRole('tab', { name: 'Timing' }).click();
  },
  keyboard: async (inspector) => {
    await shown(inspector);
    await inspector.page.locator('.row-button[tabindex="0"]').focus();
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
    ])
      await inspector.page.keyboard.press(key);
  },
  empty: (inspector) =>
    inspector.init({
      palace: {
        ...samplePalace,
        drawers: 0,
        archived: 0,
        wings: {},
        rooms: {},
        types: {},
        tiers: {},
        vectors: { done: 0, pending: 0, perSecond: null },
      },
      commands: ['mineWorkspace', 'importConversations', 'indexGitCommits'],
    }),
  invitation: (inspector) => inspector.init(),
  noresults: async (inspector) => {
    await inspector.init({
      navigation: {
        tab: 'results',
        search: {
          query: 'grpc keepalive',
          profile: null,
          filter: { wing: ['notes'], tier: ['longterm'] },
          k: null,
          explain: true,
          candidateTrace: false,
          dryRun: false,
        },
        history: [],
      },
    });
    await inspector.send({
      type: 'result',
      requestId: (await inspector.lastPosted('search')).requestId,
      result: noResult(),
    });
  },
  mismatch: async (inspector) => {
    await inspector.init({
      palace: {
        ...samplePalace,
        model: { ...samplePalace.model, state: 'mismatch', palaceModel: 'bge-small-en-v1.5' },
      },
    });
    await inspector.show(mismatchResult(now));
  },
  partial: async (inspector) => {
    await shown(inspector);
    await inspector.send({
      type: 'status',
      palace: {
        ...samplePalace,
        vectors: { done: 6872, pending: 1240, perSecond: 12 },
        underWay: {
          stage: 'embedding',
          done: 6872,
          total: 8112,
          text: 'Building the semantic index: 6,872 of 8,112 · 12 a second',
        },
      },
    });
  },
  mining: (inspector) =>
    inspector.init({
      palace: {
        ...samplePalace,
        underWay: { stage: 'mining', done: 310, total: 1204, text: 'Filing: 310 of 1,204 · 45 per second' },
      },
    }),
  loading: async (inspector) => {
    await inspector.init();
    await inspector.query(sampleQuery);
    await inspector.page.getByRole('progressbar', { name: 'Searching' }).waitFor();
  },
  error: async (inspector) => {
    await inspector.init();
    const requestId = await inspector.query(sampleQuery);
    await inspector.send({
      type: 'error',
      requestId,
      code: 'E_OWNER_GONE',
      message: 'Another window holds this palace and has not answered for 5 s. Nothing was lost.',
      remedy: 'Try again: the palace is reopened. Acknowledged writes are safe.',
    });
  },
  notice: async (inspector) => {
    await shown(inspector);
    await inspector.send({
      type: 'error',
      requestId: null,
      code: 'E_DRAWER_NOT_FOUND',
      message: 'The drawer is no longer in the palace.',
      remedy: 'Search again.',
    });
  },
  awkward: async (inspector) => {
    await inspector.start(awkwardResult(now + day));
    await openRow(inspector, 1);
  },
  sensitive: async (inspector) => {
    await inspector.start(sensitiveResult(now));
    await openRow(inspector, 1);
  },
  revealed: async (inspector) => {
    await inspector.start(sensitiveResult(now));
    await openRow(inspector, 1);
    await inspector.page.getByRole('button', { name: 'Reveal secrets' }).focus();
    await inspector.page.keyboard.press('Enter');
  },
  plain: async (inspector) => {
    await inspector.init();
    const unexplained = { score_events: undefined, score_breakdown: undefined, legs: undefined };
    await inspector.show({ ...result, results: result.results.map((hit) => ({ ...hit, ...unexplained })) });
  },
};
