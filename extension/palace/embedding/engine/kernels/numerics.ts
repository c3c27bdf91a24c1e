import { f32, f32x4, i32, i32x4, v128 } from '../assembly/instructions.ts';
import type { FunctionBuilder } from '../assembly/functionBuilder.ts';
import type { F32, I32, V128 } from '../assembly/expression.ts';

/*
 * Every step is one IEEE operation in a fixed order: no fused multiply-add, no relaxed float instruction, no Math
 * function. The results are therefore bit-identical on every processor.
 */

/** Adding it to a float below 2²² leaves the nearest whole number (ties to even) in the last bits of the sum. */
const roundingFloat = 12_582_912;

/** The nearest whole number as i32, for |x| < 2²²: the difference of two floats' bits. */
export const roundToInt = (x: V128): V128 =>
  i32x4.sub(f32x4.add(x, constant(roundingFloat)), constant(roundingFloat));

/** Coefficients of a polynomial for 2^x on −½…½, highest power first; off by 2.6 · 10⁻⁶ of the value at most. */
const exp2Coefficients = [0.00957010143, 0.0559178603, 0.240247448, 0.693121815, 0.999999261] as const;

/** Everything below counts as this power. */
const leastPower = -126;

/** 2^x for x ≤ 0. */
export const exp2 = (f: FunctionBuilder, x: V128): V128 => {
  const clamped = f.let(f32x4.pmax(constant(leastPower), x));
  const shifted = f.let(f32x4.add(clamped, constant(roundingFloat)));
  const rest = f.let(f32x4.sub(clamped, f32x4.sub(shifted, constant(roundingFloat))));
  // The whole part goes into the exponent's bits.
  return i32x4.add(polynomial(rest, exp2Coefficients), i32x4.shl(shifted, 23));
};

/** Numerator and denominator of erf(x) / x in x², highest power first, on −4…4; erf is off by 3.9 · 10⁻⁶ at most. */
const erfNumerator = [0.00150303698, 0.0496757029, 0.171423828, 1.12840842] as const;
const erfDenominator = [0.0000703055988, 0.0123671427, 0.105261508, 0.485486277, 1] as const;

const erfLimit = 4;

/** The error function; beyond ±4 it keeps its value at ±4. */
export const erf = (f: FunctionBuilder, value: V128): V128 => {
  const x = f.let(f32x4.pmin(constant(erfLimit), f32x4.pmax(constant(-erfLimit), value)));
  const square = f.let(f32x4.mul(x, x));
  return f32x4.div(f32x4.mul(x, polynomial(square, erfNumerator)), polynomial(square, erfDenominator));
};

/** x · Φ(x), the activation of the feed-forward blocks. */
export const gelu = (f: FunctionBuilder, value: V128): V128 => {
  const x = f.let(value);
  const half = f.let(f32x4.mul(x, constant(0.5)));
  return f32x4.add(half, f32x4.mul(half, erf(f, f32x4.mul(x, constant(Math.SQRT1_2)))));
};

const polynomial = (x: V128, [first = 0, ...rest]: readonly number[]): V128 =>
  rest.reduce((sum, coefficient) => f32x4.add(f32x4.mul(sum, x), constant(coefficient)), constant(first));

/**
 * What {@link constant} reads, from the memory's beginning on. V8 makes three instructions of a constant wherever it is used, one of
 * them slow, and only one to read it: GELU had more instructions for its constants than for all else.
 */
const constants: readonly number[] = [
  roundingFloat,
  leastPower,
  ...exp2Coefficients,
  -erfLimit,
  erfLimit,
  ...erfNumerator,
  ...erfDenominator,
  0.5,
  Math.SQRT1_2,
].map(Math.fround);
export const constantsBytes = Math.ceil((constants.length * 4) / 64) * 64;

export const writeConstants = ({ buffer }: WebAssembly.Memory): void => new Float32Array(buffer).set(constants);

/** Four lanes of a float that is among the constants. */
const constant = (value: number): V128 => {
  const index = constants.indexOf(Math.fround(value));
  if (index < 0) throw new RangeError(`${value} is not among the constants.`);
  return v128.load32_splat(i32.const(index * 4));
};

/** The sum of four floats: (0 + 1) + (2 + 3). */
export const sumOfLanes = (f: FunctionBuilder, value: V128): F32 => {
  const v = f.let(value);
  const of = (index: number): F32 => f32x4.extract_lane(v, index);
  return f32.add(f32.add(of(0), of(1)), f32.add(of(2), of(3)));
};

/** The sum of four i32s. */
export const intSumOfLanes = (f: FunctionBuilder, value: V128): I32 => {
  const v = f.let(value);
  const of = (index: number): I32 => i32x4.extract_lane(v, index);
  return i32.add(i32.add(of(0), of(1)), i32.add(of(2), of(3)));
};

/** The greatest of four floats. */
export const greatestLane = (f: FunctionBuilder, value: V128): F32 => {
  const v = f.let(value);
  const of = (index: number): F32 => f32x4.extract_lane(v, index);
  return f32.max(f32.max(of(0), of(1)), f32.max(of(2), of(3)));
};
