import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moduleBytes } from '../../../../extension/palace/embedding/engine/assembly/moduleBytes.ts';
import { findStops } from '../../../../extension/palace/embedding/engine/kernels/stops.ts';
import { weightAt } from '../../../fixtures/models/smallModel.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** The last offset is that of a block's end, behind which nothing may be written. */
const unwritten = -1;

/** The stops of weights `[block][step][8 columns][4]`, as the kernel finds them. */
const stopsOf = (weights: Int8Array, inputs: number): number[] => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes({ findStops }, 'own')), {
    engine: { memory },
  });
  new Int8Array(memory.buffer).set(weights);
  const stops = new Int32Array(memory.buffer, weights.length).fill(unwritten);
  (exports as { findStops: (...parameters: number[]) => void }).findStops(
    0,
    weights.length,
    inputs * 4,
    weights.length,
  );
  return [...stops.subarray(0, stops.indexOf(unwritten))];
};

/** The same, from what may happen: with which activations the sum of two pairs of products leaves 16 bits. */
const plainStops = (weights: Int8Array, inputs: number): number[] => {
  const stops: number[] = [];
  for (let block = 0; block < weights.length / inputs / 8; block += 1)
    for (let turn = 0; turn < inputs / 8; turn += 1) {
      const overflows = Array.from({ length: 16 }, (_, lane) => {
        const four = [0, 1, 4, 5].map(
          (input) => weights[weightAt(inputs, block * 8 + (lane >> 1), turn * 8 + input + (lane & 1) * 2)] ?? NaN,
        );
        const extreme = (sign: 1 | -1): number => four.reduce((sum, w) => sum + (w * sign > 0 ? w * 127 : 0), 0);
        return extreme(1) > 32_767 || extreme(-1) < -32_768;
      });
      if (overflows.includes(true) || turn === inputs / 8 - 1) stops.push(turn * 32);
    }
  return stops;
};

it('a turn is a stop just if some activations overflow its sums, or if it is the last of its block', () => {
  const shape = fc.record({ blocks: fc.integer({ min: 1, max: 3 }), turns: fc.integer({ min: 1, max: 6 }) });
  // Mostly too small to overflow, with a few great ones and sums about the bound: 64 + 64 + 65 + 65 = 258.
  const weight = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: -40, max: 40 }) },
    { weight: 3, arbitrary: fc.constantFrom(64, 65, 66, -64, -65, -66) },
    { weight: 1, arbitrary: fc.constantFrom(127, -127, -128) },
  );
  let [some, all] = [0, 0];
  fc.assert(
    fc.property(
      shape.chain(({ blocks, turns }) =>
        fc.record({
          inputs: fc.constant(turns * 8),
          weights: fc.array(weight, {
            minLength: blocks * turns * 64,
            maxLength: blocks * turns * 64,
            size: 'max',
          }),
        }),
      ),
      ({ inputs, weights }) => {
        const bytes = Int8Array.from(weights);
        const stops = stopsOf(bytes, inputs);
        expect(stops).toEqual(plainStops(bytes, inputs));
        some += stops.length;
        all += weights.length / 64;
      },
    ),
    { numRuns: runs(200) },
  );
  expect(some).toBeLessThan(all);
});

it('four weights of one sign may sum up to 258 in a lane, and no more', () => {
  const turnOf = (...four: number[]): Int8Array => {
    const weights = new Int8Array(128);
    [0, 1, 4, 5].forEach((input, i) => (weights[weightAt(16, 3, input)] = four[i] ?? 0));
    return weights;
  };
  expect(stopsOf(turnOf(64, 64, 65, 65), 16)).toEqual([32]);
  expect(stopsOf(turnOf(64, 65, 65, 65), 16)).toEqual([0, 32]);
  expect(stopsOf(turnOf(-64, -64, -65, -65), 16)).toEqual([32]);
  expect(stopsOf(turnOf(-128, -64, -65, -2), 16)).toEqual([0, 32]);
  expect(stopsOf(turnOf(-128, 127, -65, 127), 16)).toEqual([32]);
});
