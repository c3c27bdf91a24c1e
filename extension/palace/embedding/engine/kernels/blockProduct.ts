import { i16x8, i32, i32x4, v128 } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder, Variable } from '../assembly/functionBuilder.ts';
import type { I32, V128 } from '../assembly/expression.ts';
import { addWidened, dotProduct, ones, pairSums, type KernelKind } from './dotProduct.ts';

/** Rows and columns of the block that stays in registers. Eight sums, two of the weights and one activation fit. */
export const blockRows = 4;
export const blockColumns = 8;
/** Vectors of four lanes that a row of the block fills. */
export const blockVectors = blockColumns / 4;
/** Bytes that one step reads of the activations (four per row) and of the weights (four per column). */
export const rowStep = blockRows * 4;
export const columnStep = blockColumns * 4;
/** Steps whose sums are added before they are widened; the number of steps is a multiple of it. */
export const pairedSteps = 2;

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The sums of a block, by row and vector of columns. */
type Sums = readonly (readonly Variable<'v128'>[])[];
/** Activations `[step][row][4 bytes]`, where they end, and weights `[step][column][4 bytes]`. */
interface Factors {
  readonly rows: Address;
  readonly endOfRows: I32;
  readonly columns: Address;
}

const newSums = (f: FunctionBuilder): Sums =>
  upTo(blockRows).map(() => upTo(blockVectors).map(() => f.let(i32x4.zero())));

const advance = (f: FunctionBuilder, { rows, columns }: Factors, steps: number): void => {
  f.advance(rows, steps * rowStep);
  f.advance(columns, steps * columnStep);
};

/**
 * The sums of a block, four rows by eight columns. Moves the addresses of both factors on. One step per turn of the loop: V8 before 13
 * loads everything that a turn reads first, and of two steps not all fits into the registers.
 */
export const blockProduct = (
  f: FunctionBuilder,
  kind: Exclude<KernelKind, 'pairwise'>,
  factors: Factors,
): Sums => {
  const sums = newSums(f);
  f.untilEnd(factors.rows, factors.endOfRows, () => {
    addStep(f, factors, sums, (sum, weights, activations) => dotProduct(kind, sum, weights, activations));
  });
  return sums;
};

/** Adds the products of one step. */
const addStep = (
  f: FunctionBuilder,
  factors: Factors,
  sums: Sums,
  product: (sum: V128, weights: V128, activations: V128) => V128,
): void => {
  const weights = upTo(blockVectors).map((vector) => f.let(v128.load(factors.columns, vector * 16)));
  sums.forEach((ofRow, row) => {
    const activations = f.let(v128.load32_splat(factors.rows, row * 4));
    ofRow.forEach((sum, vector) => {
      const weight = weights[vector];
      if (weight !== undefined) f.set(sum, product(sum, weight, activations));
    });
  });
  advance(f, factors, 1);
};

/**
 * As {@link blockProduct} gives, with the `pairwise` kernel. The sums of two steps are added before they are widened, but for the steps
 * at the block's `stops` (`stops.ts`), whose address moves on to the next block's. The last turn is one of them.
 */
export const pairwiseBlockProduct = (f: FunctionBuilder, factors: Factors, stops: Address): Sums => {
  const { rows, endOfRows } = factors;
  const sums = newSums(f);
  const factor = f.let(ones());
  const start = f.let(rows);
  f.untilEnd(rows, endOfRows, () => {
    const stop = f.let(i32.add(start, i32.load(stops)));
    f.runIf(i32.lt_u(rows, stop), () =>
      f.untilEnd(rows, stop, () => {
        addPairedSteps(f, factors, sums, factor);
        advance(f, factors, pairedSteps);
      }),
    );
    for (let step = 0; step < pairedSteps; step += 1)
      addStep(f, factors, sums, (sum, weights, activations) =>
        addWidened(sum, pairSums(weights, activations), factor),
      );
    f.advance(stops, 4);
  });
  return sums;
};

/** Adds the products of two steps. One vector of columns after the other, as more does not fit into the registers. */
const addPairedSteps = (f: FunctionBuilder, { rows, columns }: Factors, sums: Sums, factor: V128): void => {
  for (const vector of upTo(blockVectors)) {
    const weights = upTo(pairedSteps).map((step) => f.let(v128.load(columns, step * columnStep + vector * 16)));
    sums.forEach((ofRow, row) => {
      const sum = ofRow[vector];
      const pairs = weights
        .map((weight, step) => pairSums(weight, v128.load32_splat(rows, step * rowStep + row * 4)))
        .reduce((first, second) => i16x8.add(first, second));
      if (sum !== undefined) f.set(sum, addWidened(sum, pairs, factor));
    });
  }
};
