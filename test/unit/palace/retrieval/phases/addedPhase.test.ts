import { afterAll, expect, it, vi } from 'vitest';
import type * as Table from '../../../../../extension/palace/contract/search/scorePhaseTable.ts';
import type { ScorePhaseRow } from '../../../../../extension/palace/contract/search/scorePhaseTable.ts';
import type * as Functions from '../../../../../extension/palace/retrieval/pipeline/phaseFunctions.ts';
import { noveltyRow } from '../../../../fixtures/addedPhase/noveltyRow.ts';

const tablePath = '../../../../../extension/palace/contract/search/scorePhaseTable.ts';
const functionsPath = '../../../../../extension/palace/retrieval/pipeline/phaseFunctions.ts';

// All that a contributor adds: one row, and one function in a file of its own. Each replaced module is loaded before anything
// that imports it, one after the other, and nothing is kept from test files that ran in this worker before.
vi.resetModules();
const table = await vi.importActual<typeof Table>(tablePath);
const rows: readonly ScorePhaseRow[] = table.scorePhaseTable;
const beforeSelection = rows.findIndex(({ id }) => id === 'mmr');
vi.doMock(tablePath, () => ({ ...table, scorePhaseTable: rows.toSpliced(beforeSelection, 0, noveltyRow) }));
await import(tablePath);
const { phaseFunctions } = await vi.importActual<typeof Functions>(functionsPath);
const { novelty } = await import('../../../../fixtures/addedPhase/novelty.ts');
vi.doMock(functionsPath, () => ({ phaseFunctions: { ...phaseFunctions, novelty } }));
await import(functionsPath);

const { pipelineSteps } = await import('../../../../../extension/palace/contract/search/scorePhases.ts');
if (!pipelineSteps.some((step) => String(step) === 'novelty'))
  throw new Error('The row did not reach the pipeline.');
const { searchResultSchema } = await import('../../../../../extension/palace/contract/search/searchResult.ts');
const { minedPalace } = await import('../../../../fixtures/palaces/minedPalace.ts');
const { replay } = await import('../../../../../extension/palace/retrieval/replay/replay.ts');
const { waterfall } = await import('../../../../../extension/cli/output/waterfall.ts');
const { dropLook } = await import('../../../../../webview/score/dropLook.ts');
const { describeStory } = await import('../../../../../webview/score/describeScore.ts');
const { rankedHits } = await import('../../../../../webview/tabs/results/rankedHit.ts');
const { scoreTable } = await import('../../../../../webview/tabs/results/scoreTable.ts');
const { timingRows } = await import('../../../../../webview/tabs/timing/timingRows.ts');
const { translator } = await import('../../../../../webview/text/translate.ts');

// The worker goes on to other files, which get the product's own modules again.
afterAll(() => {
  vi.doUnmock(tablePath);
  vi.doUnmock(functionsPath);
  vi.resetModules();
});

const explainedSearch = async () => {
  const { palace } = await minedPalace();
  const result = await palace.search({
    query: 'token rotate',
    explain: true,
    candidate_trace: true,
    replay: true,
  });
  await palace.close();
  // In its wire form, as every client parses it.
  return searchResultSchema.parse(JSON.parse(JSON.stringify(result)));
};
const terminal = { columns: 100, style: (_: unknown, text: string) => text };

it('a phase that is added as one row and one function shows up wherever phases are shown', async () => {
  const result = await explainedSearch();
  const [hit] = result.results;
  if (hit === undefined) throw new Error('the search finds something');

  expect(hit.score_events).toContainEqual({ phase: 'novelty', delta: 0.25, reason: 'holds the first word' });
  expect(hit.score_breakdown).toMatchObject({ novelty_boost: 0.25, final_score: hit.score });
  expect(Object.keys(hit.score_breakdown ?? {}).slice(-4)).toEqual([
    'novelty_boost',
    'mmr_penalty',
    'wing_diversity_penalty',
    'final_score',
  ]);

  expect(result.pipeline_trace.phases_applied.slice(-3)).toEqual(['novelty', 'selection', 'score_explainability']);
  expect(result.flow?.find(({ phase }) => phase === 'novelty')?.dropped).toEqual({ novelty: 1 });
  expect(dropLook('novelty')).toEqual({ family: 'use', label: 'nothing new' });

  expect(waterfall(hit, true, terminal).find((line) => line.includes('holds the first word'))).toMatch(
    /^ {5}novelty of wording +\+\.250 /,
  );

  const ranked = rankedHits(result);
  const step = ranked[0]?.story?.steps.find(({ phase }) => String(phase) === 'novelty');
  expect(step?.look).toMatchObject({ name: 'Novelty of wording', label: 'novelty', short: 'nov', family: 'use' });
  expect(scoreTable(ranked).columns).toContainEqual({ phase: 'novelty', label: 'novelty', family: 'use' });
  const story = ranked[0]?.story;
  if (story === undefined || story === null) throw new Error('the search was explained');
  expect(describeStory(story, translator({ 'Novelty of wording': 'Neuheit' }))).toContain('Neuheit +.250');

  expect(timingRows(result.pipeline_trace).rows).toContainEqual(
    expect.objectContaining({ phase: 'novelty', name: 'Novelty of wording', family: 'use' }),
  );

  const { replay_packet: packet, ...rest } = result;
  expect(replay(packet)).toEqual(rest);
});
