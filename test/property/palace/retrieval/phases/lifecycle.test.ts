import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryTypes, tiers } from '../../../../../extension/palace/model/drawer.ts';
import { scorePhases } from '../../../../../extension/palace/contract/search/scorePhases.ts';
import type { Candidate } from '../../../../../extension/palace/retrieval/candidates/candidate.ts';
import { foldScore, scoreBreakdown } from '../../../../../extension/palace/retrieval/candidates/scoreSum.ts';
import { phases, runPhases } from '../../../../../extension/palace/retrieval/pipeline/runPhases.ts';
import type { PhaseContext } from '../../../../../extension/palace/retrieval/phases/phase.ts';
import { phaseSnapshotSchema } from '../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import { builtInProfiles } from '../../../../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import { candidate, contextOf, days, ticks } from '../../../../fixtures/candidates.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const sketch = fc.record({
  cosine: fc.double({ min: -1, max: 1, noNaN: true }),
  relevance: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  age: fc.integer({ min: -days(2), max: days(900) }),
  wing: fc.constantFrom('a', 'b', 'c'),
  type: fc.constantFrom(...entryTypes),
  tier: fc.constantFrom(...tiers),
  importance: unit,
  pinned: fc.boolean(),
  source: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
});
const pool = fc
  .array(sketch, { minLength: 1, maxLength: 25 })
  .map((sketches) =>
    sketches.map(({ source, ...rest }, slot) =>
      candidate({ ...rest, ...(source === undefined ? {} : { source }), id: `d${slot}`, slot }),
    ),
  );
const name = fc.integer({ min: 0, max: 30 }).map((i) => `d${i}`);
const snapshot = fc.record({
  accesses: fc.uniqueArray(fc.record({ id: name, sessions: fc.integer({ min: 1, max: 60 }) }), {
    selector: ({ id }) => id,
    maxLength: 20,
  }),
  coAccesses: fc.array(
    fc.record({ a: name, b: name, count: fc.integer({ min: 1, max: 20 }) }).filter(({ a, b }) => a < b),
    { maxLength: 20 },
  ),
  replacements: fc.uniqueArray(
    fc.record({ id: name, by: name }).filter(({ id, by }) => id !== by),
    { selector: ({ id }) => id, maxLength: 10 },
  ),
  expansion: fc.option(
    fc.record({
      terms: fc.array(name, { minLength: 1, maxLength: 2 }),
      similarQueries: fc.array(name, { maxLength: 2 }),
      sources: fc.array(name, { maxLength: 3 }),
      candidates: fc.array(name, { maxLength: 5 }),
    }),
  ),
});
const flags = fc.record({
  half_life_days: fc.option(fc.integer({ min: 1, max: 400 })),
  association_enabled: fc.boolean(),
  tagging_scope: fc.constantFrom('notes' as const, 'all' as const),
  query_expansion_enabled: fc.boolean(),
  supersede_action: fc.constantFrom('filter' as const, 'annotate' as const, 'demote' as const),
  mmr_lambda: unit,
  wing_diversity_weight: unit,
  wing_diversity_scale: fc.constantFrom('none' as const, 'palace_share' as const),
  lifecycle_min_factor: fc.constantFrom(0, 0.5),
  lifecycle_max_factor: fc.constantFrom(null, 2),
});
/** As alike as a fixed function of their names says. */
const similarity = (a: Candidate, b: Candidate): number =>
  ((a.entry.slot * 31 + b.entry.slot * 31 + a.entry.slot * b.entry.slot * 7) % 100) / 100;
const world = fc
  .record({ candidates: pool, snapshot, flags })
  .map(({ candidates, snapshot: taken, flags: chosen }) => ({
    candidates,
    context: contextOf(chosen, { snapshot: taken, similarity, wingCounts: { a: 400, b: 30, c: 5 } }),
  }));
const everyone = ({ results, dropped }: ReturnType<typeof runPhases>): Candidate[] => [
  ...results,
  ...dropped.map((drop) => drop.candidate),
];
const baselineContext = (context: PhaseContext, off: Partial<PhaseContext['flags']>): PhaseContext => ({
  ...context,
  flags: { ...context.flags, ...off },
});

describe('every score', () => {
  it('is its cosine and its deltas, added in order, exactly, and no event is empty', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        for (const { cosine, events, score } of everyone(runPhases(candidates, context, ticks()))) {
          expect(events.reduce((sum, { delta }) => sum + delta, cosine)).toBe(score);
          expect(foldScore(cosine, events)).toBe(score);
          expect(events.every(({ delta, reason }) => delta !== 0 && reason !== '')).toBe(true);
          expect(new Set(events.map(({ phase }) => phase)).size).toBe(events.length);
          expect(scoreBreakdown(cosine, events).final_score).toBe(score);
        }
      }),
    );
  });

  it('has its events in the order in which the phases stand', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        for (const { events } of everyone(runPhases(candidates, context, ticks()))) {
          const places = events.map(({ phase }) => scorePhases.indexOf(phase));
          expect(places).toEqual([...places].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('belongs to a candidate that is either a result or dropped, once', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        expect(
          everyone(runPhases(candidates, context, ticks()))
            .map(({ entry }) => entry.id)
            .sort(),
        ).toEqual(candidates.map(({ entry }) => entry.id).sort());
      }),
    );
  });

  it('is the same from a snapshot that has been written down and read again', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const read = phaseSnapshotSchema.parse(JSON.parse(JSON.stringify(context.snapshot)));
        expect(runPhases(candidates, { ...context, snapshot: read }, ticks())).toEqual(
          runPhases(candidates, context, ticks()),
        );
      }),
    );
  });

  it('does not depend on the order of what was read of the palace’s use', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const { accesses, coAccesses, replacements, expansion } = context.snapshot;
        const turned = {
          accesses: [...accesses].reverse(),
          coAccesses: [...coAccesses].reverse(),
          replacements: [...replacements].reverse(),
          expansion,
        };
        const scores = (c: PhaseContext) =>
          runPhases(candidates, c, ticks()).results.map(({ entry, score }) => ({ id: entry.id, score }));
        expect(scores({ ...context, snapshot: turned })).toEqual(scores(context));
      }),
    );
  });
});

describe('a phase that is switched off', () => {
  const switches: Readonly<Record<string, Partial<PhaseContext['flags']>>> = {
    decay: { half_life_days: null },
    ltp: { ltp_enabled: false },
    association: { association_enabled: false },
    tagging: { tagging_enabled: false },
    importance: { importance_enabled: false },
    tier: { tier_enabled: false },
    lifecycle_cap: { lifecycle_min_factor: 0, lifecycle_max_factor: null },
    query_expansion: { query_expansion_enabled: false },
    pinned: { pinned_search_boost: 0 },
    supersede: { supersede_filter_enabled: false },
  };
  it.each(Object.keys(switches))('leaves everything as it would be without it: %s', (phase) => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const off = baselineContext(context, switches[phase] ?? {});
        const { results, dropped } = runPhases(candidates, off, () => 0);
        const without = runPhases(
          candidates,
          off,
          () => 0,
          phases.filter(({ name: own }) => own !== phase),
        );
        expect({ results, dropped }).toEqual({ results: without.results, dropped: without.dropped });
      }),
      { numRuns: runs(40) },
    );
  });

  it('is every scoring phase, in the profiles that measure: they keep the fused order', () => {
    const measures = ['baseline', 'seed_rrf'];
    fc.assert(
      fc.property(world, fc.constantFrom(...measures), ({ candidates, context }, profile) => {
        const baseline = builtInProfiles[profile];
        if (baseline === undefined) throw new Error(profile);
        const { results } = runPhases(candidates, { ...context, flags: baseline }, ticks());
        for (const { events } of results) expect(events.every(({ phase }) => phase === 'fusion')).toBe(true);
        expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
      }),
    );
  });
});

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
