import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scorePhases } from '../../../../../extension/palace/contract/search/scorePhases.ts';
import type { Candidate } from '../../../../../extension/palace/retrieval/candidates/candidate.ts';
import { foldScore, scoreBreakdown } from '../../../../../extension/palace/retrieval/candidates/scoreSum.ts';
import { phases, runPhases } from '../../../../../extension/palace/retrieval/pipeline/runPhases.ts';
import type { PhaseContext } from '../../../../../extension/palace/retrieval/phases/phase.ts';
import { phaseSnapshotSchema } from '../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import { builtInProfiles } from '../../../../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import { ticks } from '../../../../fixtures/candidates.ts';
import { runs } from '../../../../fixtures/testSize.ts';
import { world, baselineContext } from '../../../../fixtures/phaseWorlds.ts';

const everyone = ({ results, dropped }: ReturnType<typeof runPhases>): Candidate[] => [
  ...results,
  ...dropped.map((drop) => drop.candidate),
];

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

  it('does not depend on the order of what was read of the palace', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const { accesses, coAccesses, replacements, changes = [], tests = [], expansion } = context.snapshot;
        const turned = {
          accesses: [...accesses].reverse(),
          coAccesses: [...coAccesses].reverse(),
          replacements: [...replacements].reverse(),
          changes: [...changes].reverse(),
          tests: [...tests].reverse(),
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
