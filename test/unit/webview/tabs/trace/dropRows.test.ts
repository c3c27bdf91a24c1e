import { expect, test } from 'vitest';
import { dropCounts, dropRows, viewedDrops, type DropView } from '../../../../../webview/tabs/trace/dropRows.ts';
import { sampleResult } from '../../../../fixtures/inspector/sampleResults.ts';
import { tracedResult } from '../../../../fixtures/inspector/tracedResults.ts';

const rows = dropRows(tracedResult(0));
const everything: DropView = { phase: null, text: '', sort: 'score', descending: true };

test('every drop of the trace has a row, a guard’s event has none', () => {
  const traced = tracedResult(0);
  expect(rows).toHaveLength((traced.candidate_trace?.length ?? 0) - 1);
  expect(dropCounts(rows).reduce((sum, [, count]) => sum + count, 0)).toBe(rows.length);
  expect(dropRows(sampleResult(0))).toEqual([]);
});

test('phases are counted as the flow counts them', () => {
  const counted = Object.fromEntries(dropCounts(rows));
  for (const step of tracedResult(0).flow ?? []) {
    for (const [phase, count] of Object.entries(step.dropped))
      if (phase !== 'no_match' && phase !== 'below_pool') expect(counted[phase]).toBe(count);
  }
});

test('a drop that names no wing and no title takes them from the pool, else goes by its ID', () => {
  const traced = tracedResult(0);
  const pooled = traced.selection_trace?.candidates[30];
  const bare = dropRows({
    ...traced,
    candidate_trace: [
      { drawer_id: pooled?.drawer_id ?? '', dropped_at: 'cut', reason: 'r' },
      { drawer_id: 'unknown', dropped_at: 'cut', reason: 'r' },
    ],
  });
  expect(bare.map(({ title, wing, score }) => [title, wing, score])).toEqual([
    [pooled?.title, pooled?.wing, null],
    ['unknown', '', null],
  ]);
});

test('filters narrow by phase and by words of title, wing, reason or ID', () => {
  expect(viewedDrops(rows, { ...everything, phase: 'consolidation' })).toHaveLength(5);
  expect(viewedDrops(rows, { ...everything, text: ' BERTH LOCKS: ' })).toHaveLength(1);
  expect(viewedDrops(rows, { ...everything, text: 'nowhere to be found' })).toEqual([]);
});

test('rows are sorted by the chosen column, both ways, and none is lost', () => {
  for (const sort of ['title', 'wing', 'phase', 'reason', 'cosine', 'score'] as const) {
    const up = viewedDrops(rows, { ...everything, sort, descending: false });
    expect(new Set(up).size).toBe(rows.length);
    if (sort === 'score')
      expect(up.map(({ score }) => score)).toEqual(
        [...up.map(({ score }) => score)].sort((a, b) => (a ?? 0) - (b ?? 0)),
      );
    // The column shows names, not the trace's own words.
    if (sort === 'phase')
      expect(up.map(({ phaseName }) => phaseName)).toEqual(up.map(({ phaseName }) => phaseName).sort());
    const down = viewedDrops(rows, { ...everything, sort, descending: true });
    expect(down[0]?.[sort === 'title' ? 'wing' : sort]).toBeDefined();
    if (sort === 'cosine') expect(down.at(-1)?.cosine).toBe(up[0]?.cosine);
  }
});
