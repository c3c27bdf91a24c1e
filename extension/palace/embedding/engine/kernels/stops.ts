import { i16x8, i32, i8x16, v128 } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder } from '../assembly/functionBuilder.ts';
import type { I32, V128 } from '../assembly/expression.ts';
import { blockVectors, columnStep, rowStep, pairedSteps, upTo } from './blockProduct.ts';

/**
 * The greatest sum of four weights of one sign whose products with activations up to 127 fit into 16 bits: 258 · 127 = 32,766. In the
 * shipped model one of 500 sums is greater.
 */
const greatestSum = 258;
/** Bytes of the weights of one turn of the loop over paired steps, and of a stop. */
export const weightsOfTurn = pairedSteps * columnStep;
export const stopBytes = 4;

/**
 * Finds the turns in which the `pairwise` kernel can't add the products of two steps in 16 bits, whatever the activations are. A block's
 * stops are the offsets of such turns in its activations, and that of its last turn; those of all blocks follow one another.
 * Parameters: packed weights and their end, bytes of a block's activations, stops.
 */
export const findStops = (f: FunctionBuilder): void => {
  const weights = f.parameter();
  const endOfWeights = f.parameter();
  const endOfBlock = f.parameter();
  const stops = f.parameter();
  f.untilEnd(weights, endOfWeights, () => {
    const turn = f.let(i32.const(0));
    f.untilEnd(turn, endOfBlock, () => {
      const next = f.let(i32.add(turn, pairedSteps * rowStep));
      f.runIf(i32.or(i32.eq(next, endOfBlock), mayOverflow(f, weights)), () => {
        f.run(i32.store(stops, turn));
        f.advance(stops, stopBytes);
      });
      f.set(turn, next);
      f.advance(weights, weightsOfTurn);
    });
  });
};

const mayOverflow = (f: FunctionBuilder, weights: Address): I32 =>
  upTo(blockVectors)
    .map((vector) => {
      const steps = upTo(pairedSteps).map((step) => f.let(v128.load(weights, step * columnStep + vector * 16)));
      const sumOf = (part: (weights: V128, zero: V128) => V128): V128 =>
        steps
          .map((step) => i16x8.extadd_pairwise_i8x16_s(part(step, i8x16.const(0))))
          .reduce((first, second) => i16x8.add(first, second));
      const bound = (sum: number): V128 => i16x8.splat(i32.const(sum));
      return v128.any_true(
        v128.or(
          i16x8.gt_s(sumOf(i8x16.max_s), bound(greatestSum)),
          i16x8.lt_s(sumOf(i8x16.min_s), bound(-greatestSum)),
        ),
      );
    })
    .reduce((first, second) => i32.or(first, second));
