import { f32, f32x4, i16x8, i32, i32x4, i8x16, v128 } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder } from '../assembly/functionBuilder.ts';
import type { V128 } from '../assembly/expression.ts';
import { longestText } from '../modelShape.ts';
import { blockRows } from './blockProduct.ts';
import { elementBytes, type KernelKind } from './dotProduct.ts';
import { greatestLane, roundToInt } from './numerics.ts';

/** Levels above zero of an activation of 7 bits. */
const levels = 127;
/** Bytes from a row's scale to its zero point: two tables of the same length. */
export const zeroPointsAt = longestText * 4;

/** Where the next row goes in the packed activations: four rows lie together, four bytes of each in turn. */
export interface PackedRows {
  /** The address of the row's first four bytes. */
  readonly row: Address;
  /** The address of the row's scale. */
  readonly scale: Address;
}

/** Floats that are to be quantised. */
interface FloatRow {
  readonly at: Address;
  /** How many they are. */
  readonly length: number;
  /** The least of them, or 0, in some lane. */
  readonly least: V128;
  /** The greatest, or 0, in some lane. */
  readonly greatest: V128;
}

/** Quantises a row to 7 bits, with 0 among the levels, and moves on to the next row. */
export const quantiseRow = (
  f: FunctionBuilder,
  kind: KernelKind,
  { at: floats, length, least, greatest }: FloatRow,
  { row, scale }: PackedRows,
): void => {
  const low = f.let(f32.neg(greatestLane(f, f32x4.neg(least))));
  const width = f.let(f32.max(f32.sub(greatestLane(f, greatest), low), 1e-20));
  const factor = f.let(f32.div(levels, width));
  const zero = f.let(i32.trunc_f32_s(f32.nearest(f32.mul(f32.neg(low), factor))));
  f.run(f32.store(scale, f32.div(width, levels)));
  f.run(i32.store(scale, zero, zeroPointsAt));

  const factors = f.let(f32x4.splat(factor));
  const zeros = f.let(i32x4.splat(zero));
  const pieceBytes = blockRows * 4;
  const perTurn = 16 / elementBytes(kind);
  const from = f.let(floats);
  const to = f.let(row);
  const end = f.let(i32.add(floats, length * 4));
  f.untilEnd(from, end, () => {
    const rounded = (at: number): V128 => roundToInt(f32x4.mul(v128.load(from, at), factors));
    const bytes = f.let(kind === 'widened' ? centred(rounded, zeros) : levelBytes(rounded, zeros));
    for (const piece of [0, 1, 2, 3]) f.run(v128.store32_lane(to, bytes, piece, piece * pieceBytes));
    f.advance(from, perTurn * 4);
    f.advance(to, 4 * pieceBytes);
  });
  nextRow(f, length * elementBytes(kind), { row, scale });
};

/** Sixteen levels, 0…127. */
const levelBytes = (rounded: (at: number) => V128, zeros: V128): V128 => {
  const level = (at: number): V128 => i32x4.add(rounded(at), zeros);
  const half = (at: number): V128 => i16x8.narrow_i32x4_s(level(at), level(at + 16));
  return i8x16.min_u(i8x16.const(levels), i8x16.narrow_i16x8_u(half(0), half(32)));
};

/** Eight levels less the zero point, as 16 bits. */
const centred = (rounded: (at: number) => V128, zeros: V128): V128 => {
  const highest = i32x4.sub(i32x4.splat(i32.const(levels)), zeros);
  const bounded = (at: number): V128 => i32x4.max_s(i32x4.min_s(rounded(at), highest), i32x4.neg(zeros));
  return i16x8.narrow_i32x4_s(bounded(0), bounded(16));
};

/** The next of the four rows of a block, or the first of the next block. */
const nextRow = (f: FunctionBuilder, rowBytes: number, { row, scale }: PackedRows): void => {
  f.advance(row, 4);
  f.advance(scale, 4);
  // Scales begin at a multiple of 16, so that every fourth one does, too.
  f.runIf(i32.eqz(i32.and(scale, 15)), () => f.advance(row, (rowBytes - 4) * blockRows));
};
