import { expect, it, vi } from 'vitest';
import { waterfall } from '../../../../../extension/cli/output/waterfall.ts';
import type * as Table from '../../../../../extension/palace/contract/scorePhaseTable.ts';
import type { ScorePhaseRow } from '../../../../../extension/palace/contract/scorePhaseTable.ts';
import { searchResultSchema } from '../../../../../extension/palace/contract/searchResult.ts';
import type * as Functions from '../../../../../extension/palace/retrieval/phases/phaseFunctions.ts';
import { replay } from '../../../../../extension/palace/retrieval/replay/replay.ts';
import { dropLook } from '../../../../../webview/score/dropLook.ts';
import { describeStory } from '../../../../../webview/score/describeScore.ts';
import { rankedHits } from '../../../../../webview/tabs/results/rankedHit.ts';
import { scoreTable } from '../../../../../webview/tabs/results/scoreTable.ts';
import { timingRows } from '../../../../../webview/tabs/timing/timingRows.ts';
import { translator } from '../../../../../webview/text/translate.ts';
import { minedPalace } from '../../../../fixtures/minedPalace.ts';

// All that a contributor adds: one row, and one function in a file of its own.
vi.mock('../../../../../extension/palace/contract/scorePhaseTable.ts', async (original) => {
  const table = await original<typeof Table>();
  const { noveltyRow } = await import('../../../../fixtures/addedPhase/noveltyRow.ts');
  const rows: readonly ScorePhaseRow[] = table.scorePhaseTable;
  const beforeSelection = rows.findIndex(({ id }) => id === 'mmr');
  return { ...table, scorePhaseTable: rows.toSpliced(beforeSelection, 0, noveltyRow) };
});
vi.mock('../../../../../extension/palace/retrieval/phases/phaseFunctions.ts', async (original) => {
  const { phaseFunctions } = await original<typeof Functions>();
  const { novelty } = await import('../../../../fixtures/addedPhase/novelty.ts');
  return { phaseFunctions: { ...phaseFunctions, novelty } };
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

  expect(waterfall(hit, terminal).find((line) => line.includes('holds the first word'))).toMatch(
    /^ {5}novelty of wording +\+\.250 /,
  );

  const rows = rankedHits(result);
  const step = rows[0]?.story?.steps.find(({ phase }) => String(phase) === 'novelty');
  expect(step?.look).toMatchObject({ name: 'Novelty of wording', label: 'novelty', short: 'nov', family: 'use' });
  expect(scoreTable(rows).columns).toContainEqual({ phase: 'novelty', label: 'novelty', family: 'use' });
  const story = rows[0]?.story;
  if (story === undefined || story === null) throw new Error('the search was explained');
  expect(describeStory(story, translator({ 'Novelty of wording': 'Neuheit' }))).toContain('Neuheit +.250');

  expect(timingRows(result.pipeline_trace.phase_timing_ms).rows).toContainEqual(
    expect.objectContaining({ phase: 'novelty', name: 'Novelty of wording', family: 'use' }),
  );

  const { replay_packet: packet, ...rest } = result;
  expect(replay(packet)).toEqual(rest);
});
