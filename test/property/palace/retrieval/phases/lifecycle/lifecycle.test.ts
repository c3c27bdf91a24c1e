import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phases, runPhases } from '../../../../../../extension/palace/retrieval/pipeline/runPhases.ts';
import { candidate, contextOf, ticks } from '../../../../../fixtures/candidates.ts';
import { sketch, world, baselineContext } from '../../../../../fixtures/phaseWorlds.ts';

describe('use, age, importance and tier', () => {
  it('together never lift a drawer of less than a quarter of another’s relevance above it, under the default cap', () => {
    fc.assert(
      fc.property(
        sketch,
        sketch,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.2499, noNaN: true }),
        fc.integer({ min: 0, max: 500 }),
        (weak, strong, relevance, share, sessions) => {
          const habit = candidate({
            ...weak,
            source: 1,
            pinned: false,
            id: 'habit',
            slot: 0,
            relevance: relevance * share,
          });
          const good = candidate({ ...strong, source: 2, pinned: false, id: 'good', slot: 1, relevance });
          const context = contextOf(
            {
              half_life_days: 30,
              association_enabled: true,
              tagging_scope: 'all',
              kind_weight: 0,
              source_weight: 0,
              source_support: 0,
              wing_diversity_weight: 0,
            },
            {
              snapshot: {
                accesses: [{ id: 'habit', sessions }],
                coAccesses: [{ a: 'good', b: 'habit', count: sessions }],
                replacements: [],
                expansion: null,
              },
            },
          );
          expect(runPhases([habit, good], context, ticks()).results[0]?.entry.id).toBe('good');
        },
      ),
    );
  });

  it('keep a score within half and twice what it was', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const lifecycle = phases.filter(({ name: own }) =>
          ['decay', 'ltp', 'association', 'tagging', 'importance', 'tier', 'lifecycle_cap'].includes(own),
        );
        const { results } = runPhases(
          candidates,
          baselineContext(context, { lifecycle_min_factor: 0.5, lifecycle_max_factor: 2 }),
          ticks(),
          lifecycle,
        );
        results.forEach(({ score }, i) => {
          const before = candidates[i]?.score ?? NaN;
          expect(score).toBeGreaterThanOrEqual(before - Math.abs(before) / 2 - 1e-12);
          expect(score).toBeLessThanOrEqual(before + Math.abs(before) + 1e-12);
        });
      }),
    );
  });

  it('that are growing never lower a score', () => {
    fc.assert(
      fc.property(sketch, fc.integer({ min: 0, max: 100 }), (drawer, sessions) => {
        const scoreWith = (count: number): number =>
          runPhases(
            [candidate({ ...drawer, source: 1, id: 'a' })],
            contextOf(
              {},
              {
                snapshot: {
                  accesses: count === 0 ? [] : [{ id: 'a', sessions: count }],
                  coAccesses: [],
                  replacements: [],
                  expansion: null,
                },
              },
            ),
            ticks(),
          ).results[0]?.score ?? NaN;
        expect(scoreWith(sessions + 1)).toBeGreaterThanOrEqual(scoreWith(sessions));
      }),
    );
  });
});

describe('what is replaced', () => {
  it('is filtered only for a candidate that stays: no chain of replacements empties the answer', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const filtering = baselineContext(context, { supersede_action: 'filter', fold_near_duplicates: false });
        const { results, dropped } = runPhases(candidates, { ...filtering, k: 1000 }, ticks());
        const present = new Set<string>(results.map(({ entry }) => entry.id));
        for (const drop of dropped.filter(({ phase }) => phase === 'supersede'))
          expect(present.has(String(drop.facts?.['superseded_by']))).toBe(true);
        expect(results.length).toBeGreaterThan(0);
      }),
    );
  });
});
