import { f32, f32x4, i16x8, i32, i32x4, v128 } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder, Variable } from '../assembly/functionBuilder.ts';
import type { F32, I32, V128 } from '../assembly/expression.ts';
import { longestText } from '../modelShape.ts';
import { blockRows, rowStep } from './blockProduct.ts';
import { exp2, greatestLane, intSumOfLanes, roundToInt, sumOfLanes } from './numerics.ts';

/** Bytes of a row of scores. */
export const scoreStride = longestText * 4;
/** The sum of a row's shares, up to rounding. With it, 256 products with values fit into an i32. */
const wholeShare = 32_600;
/** A score whose share is 0. */
const hidden = -1e30;

interface SoftmaxPlace {
  /** Scores in base 2, one block of rows; they are overwritten. */
  readonly scores: Address;
  /** The shares as 16-bit integers, `[pair of tokens][row][2]`. */
  readonly shares: Address;
  /** For each row, `valueScale` by the sum of its shares. */
  readonly scales: Address;
  readonly tokens: I32;
  /** `tokens` up to the next multiple of eight; those beyond `tokens` get no share. */
  readonly columns: I32;
  readonly valueScale: F32;
}

/** Turns the scores of a block of rows into shares: 2^(score − the row's greatest), by their sum. */
export const softmaxRows = (f: FunctionBuilder, place: SoftmaxPlace): void => {
  f.runIf(i32.lt_u(place.tokens, place.columns), () => hideBeyond(f, place));
  const rows = Array.from({ length: blockRows }, (_, row) => row * scoreStride);
  packShares(
    f,
    place,
    rows.map((offset) => raiseRow(f, place, offset)),
  );
};

const hideBeyond = (f: FunctionBuilder, { scores, tokens, columns }: SoftmaxPlace): void => {
  const each = f.let(i32.add(scores, i32.shl(tokens, 2)));
  f.untilEnd(each, i32.add(scores, i32.shl(columns, 2)), () => {
    for (let row = 0; row < blockRows; row += 1) f.run(f32.store(each, hidden, row * scoreStride));
    f.advance(each, 4);
  });
};

/** Replaces a row's scores with 2^(score − greatest). Returns the factor that turns these into shares. */
const raiseRow = (f: FunctionBuilder, { scores, columns }: SoftmaxPlace, offset: number): Variable<'v128'> => {
  const end = f.let(i32.add(scores, i32.shl(columns, 2)));
  const maxima = [f.let(v128.load(scores, offset)), f.let(v128.load(scores, offset + 16))] as const;
  const each = f.let(scores);
  f.untilEnd(each, end, () => {
    maxima.forEach((maximum, i) => f.set(maximum, f32x4.pmax(maximum, v128.load(each, offset + i * 16))));
    f.advance(each, 32);
  });
  const greatest = f.let(f32x4.splat(greatestLane(f, f32x4.pmax(...maxima))));
  const sums = [f.let(i32x4.zero()), f.let(i32x4.zero())] as const;
  f.set(each, scores);
  f.untilEnd(each, end, () => {
    sums.forEach((sum, i) => {
      const raised = f.let(exp2(f, f32x4.sub(v128.load(each, offset + i * 16), greatest)));
      f.run(v128.store(each, raised, offset + i * 16));
      f.set(sum, f32x4.add(sum, raised));
    });
    f.advance(each, 32);
  });
  return f.let(f32x4.splat(f32.div(wholeShare, sumOfLanes(f, f32x4.add(...sums)))));
};

const packShares = (
  f: FunctionBuilder,
  { scores, shares, scales, columns, valueScale }: SoftmaxPlace,
  factors: readonly V128[],
): void => {
  const rows = factors.map((factor, row) => ({ factor, offset: row * scoreStride, sum: f.let(i32x4.zero()) }));
  const from = f.let(scores);
  const to = f.let(shares);
  f.untilEnd(from, f.let(i32.add(scores, i32.shl(columns, 2))), () => {
    const levels = rows.map(({ factor, offset, sum }) => {
      const share = (at: number): Variable<'v128'> =>
        f.let(roundToInt(f32x4.mul(v128.load(from, offset + at), factor)));
      const [low, high] = [share(0), share(16)];
      f.set(sum, i32x4.add(sum, i32x4.add(low, high)));
      return f.let(i16x8.narrow_i32x4_s(low, high));
    });
    interleave(f, levels, to);
    f.advance(from, 32);
    f.advance(to, 4 * rowStep);
  });
  rows.forEach(({ sum }, row) =>
    f.run(f32.store(scales, f32.div(valueScale, f32.convert_i32_s(intSumOfLanes(f, sum))), row * 4)),
  );
};

/** Stores eight 16-bit integers of each of four rows, two of each row in turn. */
const interleave = (f: FunctionBuilder, rows: readonly V128[], to: Address): void => {
  const [first, second, third, fourth] = rows;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return;
  for (const pair of [0, 2]) {
    const upper = f.let(quarters(first, second, [pair, pair + 4, pair + 1, pair + 5]));
    const lower = f.let(quarters(third, fourth, [pair, pair + 4, pair + 1, pair + 5]));
    f.run(v128.store(to, quarters(upper, lower, [0, 1, 4, 5]), pair * rowStep));
    f.run(v128.store(to, quarters(upper, lower, [2, 3, 6, 7]), (pair + 1) * rowStep));
  }
};

/** Four lanes out of those of `a` (0–3) and `b` (4–7). */
const quarters = (a: V128, b: V128, lanes: readonly number[]): V128 =>
  v128.shuffle(
    a,
    b,
    lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)),
  );
