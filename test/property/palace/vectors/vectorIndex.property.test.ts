import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dequantise, quantise } from '../../../../extension/palace/vectors/quantise.ts';
import { VectorIndex } from '../../../../extension/palace/vectors/vectorIndex.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** Cosine as its definition says, in double precision; the cosine with a zero vector is 0. */
const naiveCosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [dot, aa, bb] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const [left, right] = [a[index] ?? 0, b[index] ?? 0];
    dot += left * right;
    aa += left * left;
    bb += right * right;
  }
  return aa === 0 || bb === 0 ? 0 : dot / (Math.sqrt(aa) * Math.sqrt(bb));
};

/** Anything from spikes and zeros to components near the limits of a float. */
const component = fc.oneof(
  fc.float({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, -1, Math.fround(1e-30), Math.fround(3.4e38), Math.fround(-3.4e38)),
);
const vectorOf = (dim: number): fc.Arbitrary<Float32Array> =>
  fc.oneof(
    fc.array(component, { minLength: dim, maxLength: dim }).map((components) => Float32Array.from(components)),
    fc
      .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dim, maxLength: dim })
      .map((components) => Float32Array.from(components)),
    component.map((value) => new Float32Array(dim).fill(value)),
  );
const rowOf = (dim: number): fc.Arbitrary<Int8Array> =>
  fc.oneof(
    fc.int8Array({ minLength: dim, maxLength: dim }),
    fc.constantFrom(-128, 0, 127).map((value) => new Int8Array(dim).fill(value)),
  );
const dims = fc.constantFrom(1, 2, 31, 32, 33, 384, 700);

describe('VectorIndex', () => {
  it('scans to within √dim / 60,000 of the true cosine, for every row and query', () => {
    fc.assert(
      fc.property(
        dims.chain((dim) => fc.tuple(fc.array(rowOf(dim), { minLength: 1, maxLength: 6 }), vectorOf(dim))),
        ([rows, query]) => {
          const index = new VectorIndex(query.length);
          rows.forEach((row, slot) => index.set(slot, 0.01, row));
          const tolerance = Math.sqrt(query.length) / 60_000 + 1e-6;
          index.scan(query, rows.length).forEach((cosine, slot) => {
            const expected = naiveCosine(rows[slot] ?? [], query);
            expect(Math.abs(cosine - expected)).toBeLessThanOrEqual(tolerance);
            expect(Math.abs(index.cosine(slot, query) - expected)).toBeLessThanOrEqual(1e-12);
          });
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('behaves like a map from slots to vectors under any sequence of writes', () => {
    const dim = 5;
    const slot = fc.oneof(
      { weight: 5, arbitrary: fc.nat(12) },
      { weight: 1, arbitrary: fc.constantFrom(1023, 1024, 4095, 4096, 4097, 20_000) },
    );
    const write = fc.oneof(
      fc.record({
        kind: fc.constant('set' as const),
        slot,
        vector: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: dim, maxLength: dim }),
      }),
      fc.record({ kind: fc.constant('clear' as const), slot }),
      fc.record({ kind: fc.constant('closeUp' as const) }),
    );
    const query = Float32Array.of(3, -1, 4, 1, -5);
    fc.assert(
      fc.property(fc.array(write, { maxLength: 40 }), (writes) => {
        const index = new VectorIndex(dim);
        let model = new Map<number, Float32Array>();
        for (const step of writes) {
          if (step.kind === 'set') {
            const quantised = quantise(Float32Array.from(step.vector));
            index.set(step.slot, quantised.scale, quantised.data);
            model.set(step.slot, dequantise(quantised));
          } else if (step.kind === 'clear') {
            index.clear(step.slot);
            model.delete(step.slot);
          } else {
            const taken = [...model.keys()].sort((a, b) => a - b);
            index.closeUp(Int32Array.from({ length: 20_001 }, (_, at) => taken.indexOf(at)));
            model = new Map([...model].map(([at, vector]) => [taken.indexOf(at), vector]));
          }
        }
        expect(index.count).toBe(model.size);
        const cosines = index.scan(query, 20_002);
        const found = [...cosines.keys()].filter((at) => !Number.isNaN(cosines[at]));
        expect(found).toEqual([...model.keys()].sort((a, b) => a - b));
        expect([...cosines.keys()].filter((at) => index.has(at))).toEqual(found);
        for (const [at, vector] of model) {
          expect(cosines[at]).toBeCloseTo(naiveCosine(vector, query), 4);
          expect(index.cosine(at, query)).toBeCloseTo(naiveCosine(vector, query), 6);
          for (const [other, otherVector] of model)
            expect(index.similarity(at, other)).toBeCloseTo(naiveCosine(vector, otherVector), 6);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('finds similarity symmetric, and exactly 1 between equal vectors', () => {
    fc.assert(
      fc.property(rowOf(384), rowOf(384), (first, second) => {
        const index = new VectorIndex(384);
        index.set(0, 1, first);
        index.set(1, 1, second);
        index.set(2, 0.5, first);
        expect(index.similarity(0, 1)).toBe(index.similarity(1, 0));
        expect(index.similarity(0, 2)).toBe(first.every((byte) => byte === 0) ? 0 : 1);
      }),
    );
  });
});

describe('quantise', () => {
  it('moves no component by more than half a step', () => {
    fc.assert(
      fc.property(fc.array(component, { minLength: 1, maxLength: 400 }), (components) => {
        const vector = Float32Array.from(components);
        const { scale, data } = quantise(vector);
        vector.forEach((value, index) => {
          expect(Math.abs((data[index] ?? 0) * scale - value)).toBeLessThanOrEqual(scale * 0.5 * (1 + 1e-9));
        });
      }),
    );
  });

  it('is the same for a vector that was quantised before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 400 }),
        (components) => {
          const once = quantise(Float32Array.from(components));
          expect(quantise(dequantise(once)).data).toEqual(once.data);
        },
      ),
    );
  });
});
