import { f32, f32x4, i32, i32x4, v128 } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder, Variable } from '../assembly/functionBuilder.ts';
import type { V128 } from '../assembly/expression.ts';
import type { ModelShape } from '../modelShape.ts';
import type { KernelKind } from './dotProduct.ts';
import { sumOfLanes } from './numerics.ts';
import { quantiseRow, type PackedRows } from './quantiseRow.ts';

/** Added to the variance of a row, as in training. */
const epsilon = 1e-12;

/**
 * Quantises rows of `length` floats.
 * Parameters: floats and their end, packed activations, row scales.
 */
export const quantiseRows = (kind: KernelKind, length: number) => (f: FunctionBuilder) => {
  const floats = f.parameter();
  const endOfFloats = f.parameter();
  const packed: PackedRows = { row: f.parameter(), scale: f.parameter() };
  f.untilEnd(floats, endOfFloats, () => {
    const least = f.let(i32x4.zero());
    const greatest = f.let(i32x4.zero());
    const each = f.let(floats);
    f.untilEnd(each, i32.add(floats, length * 4), () => {
      const value = f.let(v128.load(each));
      f.set(least, f32x4.pmin(least, value));
      f.set(greatest, f32x4.pmax(greatest, value));
      f.advance(each, 16);
    });
    quantiseRow(f, kind, { at: floats, length, least, greatest }, packed);
    f.advance(floats, length * 4);
  });
};

/**
 * The first hidden state: each token's row of the table plus its position's, normalised and quantised.
 * Parameters: tokens (i32) and their end, table (int8), its scales, positions, gain, shift, hidden state, packed, row scales.
 */
export const embedTokens =
  (kind: KernelKind, { hidden }: ModelShape) =>
  (f: FunctionBuilder) => {
    const tokens = f.parameter();
    const endOfTokens = f.parameter();
    const table = f.parameter();
    const scales = f.parameter();
    const positions = f.parameter();
    const norm = { gain: f.parameter(), shift: f.parameter() };
    const state = f.parameter();
    const packed: PackedRows = { row: f.parameter(), scale: f.parameter() };
    f.untilEnd(tokens, endOfTokens, () => {
      const token = f.let(i32.load(tokens));
      const from = f.let(i32.add(table, i32.mul(token, i32.const(hidden))));
      const scale = f.let(v128.load32_splat(i32.add(scales, i32.shl(token, 2))));
      const sums = [f.let(i32x4.zero()), f.let(i32x4.zero())] as const;
      const to = f.let(state);
      f.untilEnd(to, i32.add(state, hidden * 4), () => {
        const bytes = f.let(v128.load8x8_s(from));
        const halves = [i32x4.extend_low_i16x8_s(bytes), i32x4.extend_high_i16x8_s(bytes)] as const;
        sums.forEach((sum, i) => {
          const value = f32x4.mul(f32x4.convert_i32x4_s(halves[i] ?? bytes), scale);
          addTo(f, sum, to, f32x4.add(value, v128.load(positions, i * 16)), i * 16);
        });
        f.advance(from, 8);
        f.advance(positions, 32);
        f.advance(to, 32);
      });
      normaliseRow(f, kind, { at: state, length: hidden, sums }, norm, packed);
      f.advance(state, hidden * 4);
      f.advance(tokens, 4);
    });
  };

/**
 * Adds a block's output to the hidden state, normalises and quantises it.
 * Parameters: output, hidden state and its end, gain, shift, packed, row scales.
 */
export const addAndNormalise =
  (kind: KernelKind, { hidden }: ModelShape) =>
  (f: FunctionBuilder) => {
    const output = f.parameter();
    const state = f.parameter();
    const endOfState = f.parameter();
    const norm = { gain: f.parameter(), shift: f.parameter() };
    const packed: PackedRows = { row: f.parameter(), scale: f.parameter() };
    f.untilEnd(state, endOfState, () => {
      const sums = [f.let(i32x4.zero()), f.let(i32x4.zero())] as const;
      const each = f.let(state);
      f.untilEnd(each, i32.add(state, hidden * 4), () => {
        sums.forEach((sum, i) => {
          addTo(f, sum, each, f32x4.add(v128.load(output, i * 16), v128.load(each, i * 16)), i * 16);
        });
        f.advance(each, 32);
        f.advance(output, 32);
      });
      normaliseRow(f, kind, { at: state, length: hidden, sums }, norm, packed);
      f.advance(state, hidden * 4);
    });
  };

const addTo = (f: FunctionBuilder, sum: Variable<'v128'>, to: Address, value: V128, offset: number): void => {
  const stored = f.let(value);
  f.run(v128.store(to, stored, offset));
  f.set(sum, f32x4.add(sum, stored));
};

/** A row of floats and the sums of its components, by lane. */
interface SummedRow {
  readonly at: Address;
  readonly length: number;
  readonly sums: readonly [V128, V128];
}

/** Layer normalisation in place of a row whose components were summed, then its quantisation. */
const normaliseRow = (
  f: FunctionBuilder,
  kind: KernelKind,
  { at: row, length: hidden, sums }: SummedRow,
  norm: { readonly gain: Address; readonly shift: Address },
  packed: PackedRows,
): void => {
  const end = f.let(i32.add(row, hidden * 4));
  const mean = f.let(f32x4.splat(f32.div(sumOfLanes(f, f32x4.add(...sums)), hidden)));
  const squares = [f.let(i32x4.zero()), f.let(i32x4.zero())] as const;
  const each = f.let(row);
  f.untilEnd(each, end, () => {
    squares.forEach((square, i) => {
      const distance = f.let(f32x4.sub(v128.load(each, i * 16), mean));
      f.set(square, f32x4.add(square, f32x4.mul(distance, distance)));
    });
    f.advance(each, 32);
  });
  const variance = f32.add(f32.div(sumOfLanes(f, f32x4.add(...squares)), hidden), epsilon);
  const inverse = f.let(f32x4.splat(f32.div(1, f32.sqrt(variance))));

  const least = f.let(i32x4.zero());
  const greatest = f.let(i32x4.zero());
  const [gain, shift] = [f.let(norm.gain), f.let(norm.shift)];
  f.set(each, row);
  f.untilEnd(each, end, () => {
    const standard = f32x4.mul(f32x4.sub(v128.load(each), mean), inverse);
    const value = f.let(f32x4.add(f32x4.mul(standard, v128.load(gain)), v128.load(shift)));
    f.run(v128.store(each, value));
    f.set(least, f32x4.pmin(least, value));
    f.set(greatest, f32x4.pmax(greatest, value));
    for (const address of [each, gain, shift]) f.advance(address, 16);
  });
  quantiseRow(f, kind, { at: row, length: hidden, least, greatest }, packed);
};

/**
 * The mean of the hidden state's rows, in their order, scaled to length 1.
 * Parameters: hidden state and its end, number of rows, vector.
 */
export const meanOfRows =
  ({ hidden }: ModelShape) =>
  (f: FunctionBuilder) => {
    const state = f.parameter();
    const endOfState = f.parameter();
    const rows = f.parameter();
    const vector = f.parameter();
    const rowBytes = hidden * 4;
    const share = f.let(f32x4.splat(f32.div(1, f32.convert_i32_s(rows))));
    const squares = f.let(i32x4.zero());
    const to = f.let(vector);
    const end = f.let(i32.add(vector, rowBytes));
    f.untilEnd(to, end, () => {
      const sum = f.let(i32x4.zero());
      const from = f.let(state);
      f.untilEnd(from, endOfState, () => {
        f.set(sum, f32x4.add(sum, v128.load(from)));
        f.advance(from, rowBytes);
      });
      const mean = f.let(f32x4.mul(sum, share));
      f.run(v128.store(to, mean));
      f.set(squares, f32x4.add(squares, f32x4.mul(mean, mean)));
      f.advance(state, 16);
      f.advance(endOfState, 16);
      f.advance(to, 16);
    });
    const inverse = f.let(f32x4.splat(f32.div(1, f32.sqrt(sumOfLanes(f, squares)))));
    f.set(to, vector);
    f.untilEnd(to, end, () => {
      f.run(v128.store(to, f32x4.mul(v128.load(to), inverse)));
      f.advance(to, 16);
    });
  };
