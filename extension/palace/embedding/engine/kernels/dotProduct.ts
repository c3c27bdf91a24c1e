import { i16x8, i32, i32x4 } from '../assembly/instructions.ts';
import type { V128 } from '../assembly/expression.ts';

/**
 * How a linear layer multiplies activations of 7 bits with weights of 8 bits. All three give the same sums:
 * - `relaxed`: four products per lane in one relaxed instruction. A pair of products is at most
 *   2 · 127 · 127 = 32,258, so none of the instruction's permitted variations shows.
 * - `pairwise`: the relaxed instruction of two products. Two of its sums are added in 16 bits and then widened, where the weights rule
 *   an overflow out (`stops.ts`).
 * - `widened`: both widened to 16 bits in memory, for a WebAssembly without relaxed instructions.
 */
export type KernelKind = 'relaxed' | 'pairwise' | 'widened';

/** Bytes of an activation and of a weight. */
export const elementBytes = (kind: KernelKind): 1 | 2 => (kind === 'widened' ? 2 : 1);

/** `sums` plus the products of `weights` (signed) with `activations` (0…127, or 16 bits when widened), four bytes a lane. */
export const dotProduct = (
  kind: Exclude<KernelKind, 'pairwise'>,
  sums: V128,
  weights: V128,
  activations: V128,
): V128 =>
  kind === 'relaxed'
    ? i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, activations, sums)
    : i32x4.add(sums, i32x4.dot_i16x8_s(activations, weights));

/** Products of bytes, two per lane of 16 bits. */
export const pairSums = (weights: V128, activations: V128): V128 =>
  i16x8.relaxed_dot_i8x16_i7x16_s(weights, activations);

/** `sums` plus those of 16 bits, two per lane. Multiplying by `ones` takes one instruction, a widening addition two loads more. */
export const addWidened = (sums: V128, pairs: V128, ones: V128): V128 =>
  i32x4.add(sums, i32x4.dot_i16x8_s(pairs, ones));

/** The second factor of {@link addWidened}. */
export const ones = (): V128 => i16x8.splat(i32.const(1));
