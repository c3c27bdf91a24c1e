import { describe, expect, it } from 'vitest';
import { select } from '../../../../../extension/palace/retrieval/phases/selection.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';

const traced = async (overrides: Record<string, unknown> = {}) => {
  const { palace } = await minedPalace();
  const result = await palace.search({
    query: 'token rotate berth crash',
    k: 4,
    candidate_trace: true,
    overrides,
  });
  const plain = await palace.search({ query: 'token rotate berth crash', k: 4, overrides });
  await palace.close();
  return { result, plain, flow: result.flow ?? [], selection: result.selection_trace };
};

describe('the flow of candidates', () => {
  it('leads from the scope to the results without a gap, with a reason for every loss', async () => {
    const { flow, result } = await traced();
    expect(flow[0]).toMatchObject({ phase: 'legs', in: result.pipeline_trace.scope.in_scope });
    expect(flow.at(-1)?.out).toBe(result.results.length);
    flow.forEach((step, i) => {
      if (i > 0) expect(step.in).toBe(flow[i - 1]?.out);
      expect(step.in - step.out).toBe(Object.values(step.dropped).reduce((sum, count) => sum + count, 0));
    });
    expect(flow.find(({ phase }) => phase === 'duplicates')?.dropped).toEqual({ duplicates: 1 });
  });

  it('names losses in the fusion', async () => {
    const { flow } = await traced({ fusion: 'rrf', leg_depth: 3 });
    expect(flow.find(({ phase }) => phase === 'fusion')?.dropped['below_pool']).toBeGreaterThan(0);
  });

  it('is recorded only for traced searches', async () => {
    const { plain } = await traced();
    expect(plain).not.toHaveProperty('flow');
    expect(plain).not.toHaveProperty('selection_trace');
  });
});

describe('the trace of the selection', () => {
  it.each([{}, { mmr_lambda: 0.5 }, { wing_diversity_weight: 0.5 }])(
    'has everything that the selection needs to give the same results again (%o)',
    async (overrides) => {
      const { selection, result } = await traced(overrides);
      if (selection === undefined) return expect.unreachable();
      const { candidates, similarities } = selection;
      expect(similarities).toHaveLength((candidates.length * (candidates.length - 1)) / 2);
      const at = (a: number, b: number): number => {
        const [i, j] = [Math.min(a, b), Math.max(a, b)];
        return similarities[i * candidates.length - (i * (i + 1)) / 2 + (j - i - 1)] ?? NaN;
      };
      const total = Object.values(selection.wing_counts).reduce((sum, count) => sum + count, 0);
      const picks = select(
        candidates.map(({ score, wing }) => ({ relevance: score, wing })),
        {
          k: selection.k,
          lambda: selection.mmr_lambda,
          gamma: selection.wing_diversity_weight,
          similarity: at,
          wingScale: (wing) => (selection.wing_counts[wing] ?? 0) / total,
        },
      );
      expect(picks.map(({ index }) => candidates[index]?.drawer_id)).toEqual(
        result.results.map(({ drawer_id: id }) => id),
      );
    },
  );

  it('is ordered by score', async () => {
    const { selection } = await traced();
    const scores = selection?.candidates.map(({ score }) => score) ?? [];
    expect(scores.length).toBeGreaterThan(4);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});
