import { i32x4, v128 } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder, Variable } from '../assembly/functionBuilder.ts';
import type { I32 } from '../assembly/expression.ts';
import { dotProduct, type KernelKind } from './dotProduct.ts';

/** Rows and columns of the block that stays in registers. Eight sums, two of the weights and one activation fit. */
export const blockRows = 4;
export const blockColumns = 8;
/** Vectors of four lanes that a row of the block fills. */
export const blockVectors = blockColumns / 4;
/** Bytes that one step reads of the activations (four per row) and of the weights (four per column). */
export const rowStep = blockRows * 4;
export const columnStep = blockColumns * 4;
/** Steps in one turn of the loop; the number of steps is a multiple of it. */
const unrolled = 2;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * The sums of a block, four rows by eight columns: activations `[step][row][4 bytes]` times weights `[step][column][4 bytes]`.
 * Moves both addresses on; `endOfRows` is where the activations end.
 */
export const blockProduct = (
  f: FunctionBuilder,
  kind: KernelKind,
  rows: Address,
  endOfRows: I32,
  columns: Address,
): readonly (readonly Variable<'v128'>[])[] => {
  const sums = upTo(blockRows).map(() => upTo(blockVectors).map(() => f.let(i32x4.zero())));
  f.untilEnd(rows, endOfRows, () => {
    for (const step of upTo(unrolled)) {
      const weights = upTo(blockVectors).map((vector) =>
        f.let(v128.load(columns, step * columnStep + vector * 16)),
      );
      sums.forEach((ofRow, row) => {
        const activations = f.let(v128.load32_splat(rows, step * rowStep + row * 4));
        ofRow.forEach((sum, vector) => {
          const weight = weights[vector];
          if (weight !== undefined) f.set(sum, dotProduct(kind, sum, weight, activations));
        });
      });
    }
    f.advance(rows, unrolled * rowStep);
    f.advance(columns, unrolled * columnStep);
  });
  return sums;
};
