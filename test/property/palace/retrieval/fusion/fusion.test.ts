import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestSlots } from '../../../../../extension/palace/retrieval/legs/bestSlots.ts';
import { recordedPlaces } from '../../../../../extension/palace/retrieval/candidates/candidate.ts';
import {
  convexCombination as combination,
  reciprocalRankFusion,
} from '../../../../../extension/palace/retrieval/fusion/fusion.ts';
import { type LegScores } from '../../../../../extension/palace/retrieval/legs/legScores.ts';
import { legRanks } from '../../../../../extension/palace/retrieval/legs/legRanks.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const score = fc.oneof(
  fc.constant(NaN),
  fc.double({ min: -1, max: 20, noNaN: true }),
  fc.integer({ min: 0, max: 3 }),
);
const world = fc.integer({ min: 1, max: 60 }).chain((slots) =>
  fc.record({
    mask: fc.array(fc.constantFrom(0, 1), { minLength: slots, maxLength: slots }),
    lexical: fc.array(score, { minLength: slots, maxLength: slots }),
    dense: fc.array(score, { minLength: slots, maxLength: slots }),
  }),
);

const scope = (mask: readonly number[]) => ({
  mask: Uint8Array.from(mask),
  count: mask.filter((bit) => bit === 1).length,
});
const leg = (scores: readonly number[], mask: readonly number[]): LegScores => {
  const inScope = Float64Array.from(scores, (x, slot) => (mask[slot] === 1 ? x : NaN));
  return { scores: inScope, matched: inScope.filter((x) => !Number.isNaN(x)).length };
};
/** A drawer without a word of the query has no score by words. */
const wordsLeg = (scores: readonly number[], mask: readonly number[]): LegScores =>
  leg(
    scores.map((x) => (x > 0 ? x : NaN)),
    mask,
  );
/** The hits with their ranks counted, so that they can be compared. */
const convexCombination = (...given: Parameters<typeof combination>) =>
  combination(...given).map((hit) => ({ ...hit, legs: recordedPlaces(hit.legs) }));
const naiveOrder = ({ scores }: LegScores): number[] =>
  [...scores.keys()]
    .filter((slot) => !Number.isNaN(scores[slot]))
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);

describe('convex combination', () => {
  it('gives the lexical order exactly when there is no dense leg', () => {
    fc.assert(
      fc.property(world, ({ mask, lexical }) => {
        const words = wordsLeg(lexical, mask);
        const fused = convexCombination({ scope: scope(mask), lexical: words, dense: null }, 0.5, 1000);
        expect(fused.map(({ slot }) => slot)).toEqual(naiveOrder(words));
      }),
    );
  });

  it('keeps every relevance within 0 and 1, says where it comes from, and returns only drawers of the scope', () => {
    fc.assert(
      fc.property(world, fc.double({ min: 0, max: 1, noNaN: true }), ({ mask, lexical, dense }, share) => {
        const fused = convexCombination(
          { scope: scope(mask), lexical: wordsLeg(lexical, mask), dense: leg(dense, mask) },
          share,
          1000,
        );
        for (const hit of fused) {
          expect(mask[hit.slot]).toBe(1);
          expect(hit.relevance).toBeGreaterThanOrEqual(0);
          expect(hit.relevance).toBeLessThanOrEqual(1);
          expect(hit.legs.lexical.share + hit.legs.dense.share).toBeCloseTo(hit.relevance, 12);
        }
      }),
    );
  });

  it('is not changed by the size of the pool: a smaller pool is the beginning of a larger one', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 20 }), ({ mask, lexical, dense }, pool) => {
        const legs = { scope: scope(mask), lexical: wordsLeg(lexical, mask), dense: leg(dense, mask) };
        const all = convexCombination(legs, 0.4, 1000);
        expect(convexCombination(legs, 0.4, pool)).toEqual(all.slice(0, pool));
      }),
    );
  });

  it('adds company to the pool as it would stand in a larger one', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 20 }), ({ mask, lexical, dense }, pool) => {
        const found = { scope: scope(mask), lexical: wordsLeg(lexical, mask), dense: leg(dense, mask) };
        const graph = [{ name: 'graph' as const, leg: leg(lexical.toReversed(), mask), weight: 0.3 }];
        for (const support of [[], graph]) {
          const legs = { ...found, support };
          const all = convexCombination(legs, 0.4, 1000);
          const rest = all.slice(pool);
          const offered: number[] = [];
          const company = (best: readonly number[]): number[] => {
            offered.push(...best);
            return rest.map(({ slot }) => slot);
          };
          const joined = convexCombination(legs, 0.4, pool, { company });
          expect(offered).toEqual(all.slice(0, pool).map(({ slot }) => slot));
          expect(joined).toEqual(all);
        }
      }),
    );
  });
});

/** Scores that differ by a rounding, so that normalising makes some of them equal. */
const near = fc.tuple(fc.constantFrom(0, 0.25, 1e-9), fc.integer({ min: -3, max: 3 })).map(([base, steps]) => {
  const value = Float32Array.of(base);
  const bits = new Int32Array(value.buffer);
  bits[0] = Math.max(0, (bits[0] ?? 0) + steps);
  return value[0] ?? 0;
});
const nearWorld = fc.integer({ min: 1, max: 60 }).chain((slots) =>
  fc.record({
    mask: fc.array(fc.constantFrom(0, 1, 1), { minLength: slots, maxLength: slots }),
    lexical: fc.array(fc.oneof(fc.constant(NaN), near, score), { minLength: slots, maxLength: slots }),
    dense: fc.array(fc.oneof(near, score), { minLength: slots, maxLength: slots }),
    history: fc.option(fc.uniqueArray(fc.nat(slots - 1)), { nil: undefined }),
  }),
);
/** A leg that names its slots, in some order. */
const listed = (words: LegScores): LegScores => ({
  ...words,
  slots: Uint32Array.from([...naiveOrder(words)].sort((a, b) => ((a * 7) % 11) - ((b * 7) % 11))),
});

describe('the pool of two legs', () => {
  it('is to the bit what the relevance of every drawer gives, though not every drawer is looked at', () => {
    const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1e-12, 0.2, 0.7, 1));
    fc.assert(
      fc.property(
        nearWorld,
        share,
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        ({ mask, lexical, dense, history }, a, pool, hasDense) => {
          const words = wordsLeg(lexical, mask);
          const legs = {
            scope: { ...scope(mask), ...(history === undefined ? {} : { history: new Set(history) }) },
            dense: hasDense ? leg(dense, mask) : null,
          };
          const every = convexCombination({ ...legs, lexical: words }, a, pool, {
            choose: (relevance) => bestSlots(relevance, pool, words.scores),
          });
          expect(convexCombination({ ...legs, lexical: listed(words) }, a, pool)).toEqual(every);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('ranks in a leg', () => {
  it('are the same for some of the slots, however near their scores are, and where the leg lists what it has', () => {
    fc.assert(
      fc.property(nearWorld, fc.uniqueArray(fc.nat(59)), ({ mask, dense }, slots) => {
        const meaning = leg(dense, mask);
        const order = naiveOrder(meaning);
        const ranks = slots.map((slot) => (order.includes(slot) ? order.indexOf(slot) + 1 : null));
        expect(legRanks(meaning, scope(mask), slots)).toEqual(ranks);
        expect(legRanks(listed(meaning), scope(mask), slots)).toEqual(ranks);
      }),
      { numRuns: runs(500) },
    );
  });

  it('are those of sorting the whole scope', () => {
    fc.assert(
      fc.property(world, ({ mask, dense }) => {
        const meaning = leg(dense, mask);
        const order = naiveOrder(meaning);
        const slots = [...mask.keys()];
        expect(legRanks(meaning, scope(mask), slots)).toEqual(
          slots.map((slot) => (order.includes(slot) ? order.indexOf(slot) + 1 : null)),
        );
      }),
    );
  });
});

describe('the best slots', () => {
  it('are those of sorting all of them', () => {
    const score = fc.oneof(fc.double({ min: -2, max: 2, noNaN: true }), fc.constantFrom(NaN, 0, 1));
    fc.assert(
      fc.property(
        fc.array(score, { maxLength: 200 }),
        fc.array(score, { minLength: 200, maxLength: 200 }),
        fc.integer({ min: 1, max: 12 }),
        (values, seconds, count) => {
          const [scores, second] = [Float64Array.from(values), Float64Array.from(seconds)];
          const slots = [...scores.keys()].filter((slot) => !Number.isNaN(scores[slot]));
          expect(bestSlots(scores, count)).toEqual(
            [...slots].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, count),
          );
          expect(bestSlots(scores, count, second)).toEqual(
            [...slots]
              .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (second[b] || 0) - (second[a] || 0) || a - b)
              .slice(0, count),
          );
        },
      ),
    );
  });
});

describe('reciprocal rank fusion', () => {
  it('gives the one list’s order when the other is empty, and 1 to the best drawer', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 50 }), (slots) => {
        const fused = reciprocalRankFusion(
          [
            { name: 'lexical', order: slots, weight: 1, leg: null },
            { name: 'dense', order: [], weight: 1, leg: null },
          ],
          60,
        );
        expect(fused.map(({ slot }) => slot)).toEqual(slots);
        expect(fused[0]?.relevance).toBe(1);
      }),
    );
  });

  it('lets rank 50 in both lists pass rank 1 in one with k = 60, and not with k below the depth less two', () => {
    const lexical = Array.from({ length: 50 }, (_, i) => (i === 49 ? 999 : i));
    const dense = Array.from({ length: 50 }, (_, i) => (i === 49 ? 999 : 100 + i));
    const first = (k: number) =>
      reciprocalRankFusion(
        [
          { name: 'lexical', order: lexical, weight: 1, leg: null },
          { name: 'dense', order: dense, weight: 1, leg: null },
        ],
        k,
      )[0]?.slot;
    expect(first(60)).toBe(999);
    expect(first(40)).toBe(0);
  });
});
