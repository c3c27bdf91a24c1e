import { describe, expect, it } from 'vitest';
import { runPhases } from '../../../../../extension/palace/retrieval/pipeline/runPhases.ts';
import { selectionPhase } from '../../../../../extension/palace/retrieval/phases/selectionPhase.ts';
import { candidate, contextOf, deltaOf, ids, through, ticks } from '../../../../fixtures/candidates.ts';

/** Ten good drawers of a wing of thousands, one nearly as good of a small wing. */
const crowd = Array.from({ length: 10 }, (_, i) =>
  candidate({ id: `work${i}`, wing: 'work', slot: i, relevance: 0.7 - i / 1000 }),
);
const flights = candidate({ id: 'flights', wing: 'flights', slot: 20, relevance: 0.5 });
const context = (gamma: number, changes = {}) =>
  contextOf({ wing_diversity_weight: gamma, ...changes }, { k: 5, wingCounts: { work: 4200, flights: 23 } });

describe('cross-wing balancing', () => {
  it('brings a small wing’s drawer in among those of a crowded one', () => {
    expect(ids(through(selectionPhase, [...crowd, flights], context(0)).candidates)).not.toContain('flights');
    expect(ids(through(selectionPhase, [...crowd, flights], context(0.3)).candidates)).toContain('flights');
  });
  it('with γ = 0 is plain maximal marginal relevance, bit for bit', () => {
    for (const lambda of [1, 0.7]) {
      const plain = through(
        selectionPhase,
        [...crowd, flights],
        context(0, { mmr_lambda: lambda, wing_diversity_scale: 'none' }),
      );
      expect(through(selectionPhase, [...crowd, flights], context(0, { mmr_lambda: lambda }))).toEqual(plain);
    }
  });
  it('traces dropped drawers with saturation and objective before and after', () => {
    const { dropped } = through(
      selectionPhase,
      [...crowd, flights],
      context(0.3, { wing_diversity_scale: 'none' }),
    );
    const entry = dropped?.find(({ phase }) => phase === 'cross_wing_balancing');
    expect(entry?.reason).toBe("wing 'work' already saturated (4/5 selected results)");
    expect(entry?.facts).not.toHaveProperty('similar_to');
    expect(entry?.facts).toMatchObject({ wing_saturation: 0.8 });
    const { original_mmr_score: before, penalized_score: after } = entry?.facts ?? {};
    expect(Number(before) - Number(after)).toBeCloseTo(0.3 * 0.8, 12);
  });
  it('gives the penalty as it stood when the drawer was picked', () => {
    const { candidates } = through(
      selectionPhase,
      [...crowd, flights],
      context(0.3, { wing_diversity_scale: 'none' }),
    );
    expect(deltaOf(candidates[0], 'cross_wing_balancing')).toBe(0);
    expect(
      candidates.map((c) => deltaOf(c, 'cross_wing_balancing')).some((delta) => delta < 0 && delta >= -0.3),
    ).toBe(true);
  });
  it('does nothing within one wing', () =>
    expect(through(selectionPhase, crowd, context(0.3)).candidates).toEqual(
      through(selectionPhase, crowd, context(0)).candidates,
    ));
  it('reports its time apart from that of maximal marginal relevance', () => {
    expect(Object.keys(through(selectionPhase, crowd, context(0.3)).timings ?? {})).toEqual([
      'mmr',
      'cross_wing_balancing',
    ]);
    expect(Object.keys(through(selectionPhase, crowd, context(0)).timings ?? {})).toEqual(['mmr']);
  });
});

describe('maximal marginal relevance', () => {
  it('drops a drawer that is too similar to a picked one, and says so', () => {
    const alike = contextOf(
      { mmr_lambda: 0.5, wing_diversity_weight: 0 },
      { k: 2, similarity: (a, b) => (a.entry.id.startsWith('work') && b.entry.id.startsWith('work') ? 1 : 0) },
    );
    const { candidates, dropped } = through(selectionPhase, [...crowd, flights], alike);
    expect(ids(candidates)).toEqual(['work0', 'flights']);
    expect(dropped?.[0]).toMatchObject({ phase: 'mmr', candidate: { entry: { id: 'work1' } } });
  });
  it('names the picked drawer that a dropped one is most like, and the cosine, whichever part dropped it', () => {
    const likeness = (a: { entry: { id: string } }, b: { entry: { id: string } }): number =>
      [a.entry.id, b.entry.id].sort().join() === 'work0,work1' ? 0.92 : 0.5;
    for (const flags of [
      { mmr_lambda: 0.5, wing_diversity_weight: 0 },
      { mmr_lambda: 1, wing_diversity_weight: 2, wing_diversity_scale: 'none' as const },
    ]) {
      const { dropped } = through(
        selectionPhase,
        [...crowd.slice(0, 2), flights],
        contextOf(flags, { k: 2, wingCounts: { work: 4200, flights: 23 }, similarity: likeness }),
      );
      expect(dropped?.map(({ phase }) => phase)).toEqual([
        flags.mmr_lambda === 1 ? 'cross_wing_balancing' : 'mmr',
      ]);
      expect(dropped?.[0]?.reason).toContain('similarity to work0 = 0.92');
      expect(dropped?.[0]?.facts).toMatchObject({ similar_to: 'work0', similarity: 0.92 });
    }
  });
  it('has a penalty between −(1 − λ) and 0', () => {
    const { candidates } = through(
      selectionPhase,
      crowd,
      contextOf({ mmr_lambda: 0.8, wing_diversity_weight: 0 }, { similarity: () => 0.9 }),
    );
    for (const picked of candidates) {
      expect(deltaOf(picked, 'mmr')).toBeLessThanOrEqual(0);
      expect(deltaOf(picked, 'mmr')).toBeGreaterThanOrEqual(-0.2 - 1e-12);
    }
  });
  it('computes each pair’s similarity once, with and without balanced wings', () => {
    const asked = new Set<string>();
    let calls = 0;
    through(selectionPhase, [...crowd, flights], {
      ...context(0.3, { mmr_lambda: 0.7 }),
      similarity: (a, b) => (calls++, asked.add([a.entry.id, b.entry.id].sort().join()), 0.5),
    });
    expect(calls).toBe(asked.size);
  });
});

describe('the pipeline', () => {
  it('reports the time of every phase that ran, including separately named parts', () => {
    const { records } = runPhases([...crowd, flights], context(0.3), ticks());
    const timings = Object.assign(
      {},
      ...records.filter(({ ran }) => ran).map((record) => record.timings),
    ) as Record<string, number>;
    expect(Object.keys(timings)).toEqual(
      expect.arrayContaining([
        'ltp',
        'tagging',
        'importance',
        'tier',
        'lifecycle_cap',
        'pinned',
        'supersede',
        'selection',
        'mmr',
        'cross_wing_balancing',
      ]),
    );
    for (const { timings: parts, ms } of records)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(ms, 9);
  });
  it('leaves drawers without use, rating, tier, pin or replacement unchanged in every phase', () => {
    const untouched = [candidate({ id: 'a' }), candidate({ id: 'b', slot: 1, relevance: 0.5 })];
    const phases = ['pair', 'sentence', 'time', 'source'];
    const { results } = runPhases(untouched, contextOf(), ticks());
    expect(
      results
        .flatMap(({ events }) => events.map(({ phase }) => phase))
        .filter((phase) => phase !== 'fusion' && !phases.includes(phase)),
    ).toEqual([]);
  });
});
