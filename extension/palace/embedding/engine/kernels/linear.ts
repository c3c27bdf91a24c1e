import { f32x4, i32, i32x4, v128 } from '../assembly/instructions.ts';
import type { FunctionBuilder } from '../assembly/functionBuilder.ts';
import type { V128 } from '../assembly/expression.ts';
import {
  blockProduct,
  blockRows,
  blockVectors,
  columnStep,
  pairwiseBlockProduct,
  rowStep,
} from './blockProduct.ts';
import type { KernelKind } from './dotProduct.ts';
import { gelu } from './numerics.ts';
import { zeroPointsAt } from './quantiseRow.ts';

/**
 * A linear layer: `out[row][n] = (sum − zero[row] · columnSum[n]) · scale[n] · rowScale[row] + bias[n]`, from left
 * to right. If widened, the activations already have their zero point subtracted.
 *
 * Parameters: packed activations and their end, their row scales; packed weights, column sums, scales and their
 * end, bias; steps (pieces of four bytes in a row); output and bytes in a row of it; stops, which only `pairwise` reads.
 */
export const linear = (kind: KernelKind, activation: 'gelu' | 'none') => (f: FunctionBuilder) => {
  const packed = f.parameter();
  const endOfPacked = f.parameter();
  const rowScales = f.parameter();
  const weights = f.parameter();
  const columnSums = f.parameter();
  const scales = f.parameter();
  const endOfScales = f.parameter();
  const bias = f.parameter();
  const steps = f.parameter();
  const output = f.parameter();
  const outputStride = f.parameter();
  const stops = f.parameter();
  const finished = (value: V128): V128 => (activation === 'gelu' ? gelu(f, value) : value);

  f.untilEnd(scales, endOfScales, () => {
    const rows = f.let(packed);
    const scale = f.let(rowScales);
    const out = f.let(output);
    const stop = f.let(stops);
    f.untilEnd(rows, endOfPacked, () => {
      const columns = f.let(weights);
      f.set(stop, stops);
      const endOfRows = f.let(i32.add(rows, i32.mul(steps, i32.const(rowStep))));
      const factors = { rows, endOfRows, columns };
      const sums = kind === 'pairwise' ? pairwiseBlockProduct(f, factors, stop) : blockProduct(f, kind, factors);
      sums.forEach((ofRow, row) => {
        const rowScale = f.let(v128.load32_splat(scale, row * 4));
        const zero = kind === 'widened' ? undefined : f.let(v128.load32_splat(scale, zeroPointsAt + row * 4));
        ofRow.forEach((sum, vector) => {
          const at = vector * 16;
          const exact = zero === undefined ? sum : i32x4.sub(sum, i32x4.mul(zero, v128.load(columnSums, at)));
          const scaled = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(exact), v128.load(scales, at)), rowScale);
          f.run(v128.store(out, finished(f32x4.add(scaled, v128.load(bias, at))), at));
        });
        f.advance(out, outputStride);
      });
      f.advance(scale, blockRows * 4);
    });
    f.advance(weights, i32.mul(steps, i32.const(columnStep)));
    f.set(stops, stop);
    for (const address of [columnSums, bias, output, scales]) f.advance(address, blockVectors * 16);
  });
};
