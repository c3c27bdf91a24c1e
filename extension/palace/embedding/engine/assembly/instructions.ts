import {
  floatBytes,
  signedLeb,
  unsignedLeb,
  type Code,
  type Expression,
  type F32,
  type I32,
  type V128,
  type ValueType,
} from './expression.ts';

/** An i32, or a constant. */
type Whole = I32 | number;
/** An f32, or a constant. */
type Float = F32 | number;

const simd = (opcode: number): Code => [0xfd, unsignedLeb(opcode)];
const asI32 = (value: Whole): I32 =>
  typeof value === 'number' ? { type: 'i32', code: [0x41, signedLeb(value)] } : value;
const asF32 = (value: Float): F32 =>
  typeof value === 'number' ? { type: 'f32', code: [0x43, floatBytes(value)] } : value;

const wholeOf =
  (opcode: Code) =>
  (a: Whole, b: Whole): I32 => ({ type: 'i32', code: [asI32(a).code, asI32(b).code, opcode] });
const floatOf =
  (opcode: Code) =>
  (a: Float, b: Float): F32 => ({ type: 'f32', code: [asF32(a).code, asF32(b).code, opcode] });
const unary =
  <From extends ValueType, To extends ValueType>(type: To, opcode: Code) =>
  (a: Expression<From>): Expression<To> => ({ type, code: [a.code, opcode] });
const binary =
  (opcode: number) =>
  (a: V128, b: V128): V128 => ({ type: 'v128', code: [a.code, b.code, simd(opcode)] });
const ternary =
  (opcode: number) =>
  (a: V128, b: V128, c: V128): V128 => ({ type: 'v128', code: [a.code, b.code, c.code, simd(opcode)] });
const lane =
  <Type extends ValueType>(type: Type, opcode: number) =>
  (a: V128, index: number): Expression<Type> => ({ type, code: [a.code, simd(opcode), index] });

/** Alignment 1: the hint changes nothing. */
const at = (offset: number): Code => [0, unsignedLeb(offset)];
const load =
  <Type extends ValueType>(type: Type, opcode: Code) =>
  (address: Whole, offset = 0): Expression<Type> => ({ type, code: [asI32(address).code, opcode, at(offset)] });
const store =
  <Value>(opcode: Code, code: (value: Value) => Code) =>
  (address: Whole, value: Value, offset = 0): Code => [asI32(address).code, code(value), opcode, at(offset)];

/** The instructions of WebAssembly that the kernels need, under their own names. `store…` and `fill` are statements. */
export const i32 = {
  const: (value: number): I32 => asI32(value),
  add: wholeOf(0x6a),
  sub: wholeOf(0x6b),
  mul: wholeOf(0x6c),
  shl: wholeOf(0x74),
  and: wholeOf(0x71),
  or: wholeOf(0x72),
  lt_u: wholeOf(0x49),
  eq: wholeOf(0x46),
  eqz: unary<'i32', 'i32'>('i32', 0x45),
  load: load('i32', 0x28),
  store: store<Whole>(0x36, (value) => asI32(value).code),
  trunc_f32_s: unary<'f32', 'i32'>('i32', 0xa8),
};

export const f32 = {
  const: (value: number): F32 => asF32(value),
  neg: unary<'f32', 'f32'>('f32', 0x8c),
  nearest: unary<'f32', 'f32'>('f32', 0x90),
  sqrt: unary<'f32', 'f32'>('f32', 0x91),
  add: floatOf(0x92),
  sub: floatOf(0x93),
  mul: floatOf(0x94),
  div: floatOf(0x95),
  max: floatOf(0x97),
  convert_i32_s: unary<'i32', 'f32'>('f32', 0xb2),
  load: load('f32', 0x2a),
  store: store<Float>(0x38, (value) => asF32(value).code),
};

export const v128 = {
  load: load('v128', simd(0)),
  load8x8_s: load('v128', simd(1)),
  load32_splat: load('v128', simd(9)),
  store: store<V128>(simd(11), ({ code }) => code),
  and: binary(0x4e),
  or: binary(0x50),
  /** 1 if any bit is set, else 0. */
  any_true: unary<'v128', 'i32'>('i32', simd(0x53)),
  /** Stores one lane of four bytes. */
  store32_lane: (address: Whole, value: V128, index: number, offset = 0): Code => [
    asI32(address).code,
    value.code,
    simd(0x5a),
    at(offset),
    index,
  ],
  /** Sixteen bytes out of those of `a` (0–15) and `b` (16–31). */
  shuffle: (a: V128, b: V128, bytes: readonly number[]): V128 => ({
    type: 'v128',
    code: [a.code, b.code, simd(13), bytes],
  }),
};

export const i8x16 = {
  const: (value: number): V128 => ({ type: 'v128', code: [simd(12), Array<number>(16).fill(value)] }),
  narrow_i16x8_u: binary(0x66),
  min_s: binary(0x76),
  min_u: binary(0x77),
  max_s: binary(0x78),
};

export const i16x8 = {
  splat: unary<'i32', 'v128'>('v128', simd(16)),
  lt_s: binary(0x2f),
  gt_s: binary(0x31),
  extadd_pairwise_i8x16_s: unary<'v128', 'v128'>('v128', simd(0x7c)),
  extend_low_i8x16_s: unary<'v128', 'v128'>('v128', simd(0x87)),
  extend_high_i8x16_s: unary<'v128', 'v128'>('v128', simd(0x88)),
  narrow_i32x4_s: binary(0x85),
  add: binary(0x8e),
  relaxed_dot_i8x16_i7x16_s: binary(0x112),
};

export const i32x4 = {
  zero: (): V128 => i8x16.const(0),
  splat: unary<'i32', 'v128'>('v128', simd(17)),
  extract_lane: lane('i32', 27),
  extend_low_i16x8_s: unary<'v128', 'v128'>('v128', simd(0xa7)),
  extend_high_i16x8_s: unary<'v128', 'v128'>('v128', simd(0xa8)),
  shl: (a: V128, bits: number): V128 => ({ type: 'v128', code: [a.code, asI32(bits).code, simd(0xab)] }),
  add: binary(0xae),
  sub: binary(0xb1),
  mul: binary(0xb5),
  min_s: binary(0xb6),
  max_s: binary(0xb8),
  neg: unary<'v128', 'v128'>('v128', simd(0xa1)),
  dot_i16x8_s: binary(0xba),
  relaxed_dot_i8x16_i7x16_add_s: ternary(0x113),
};

export const f32x4 = {
  const: (value: number): V128 => ({
    type: 'v128',
    code: [simd(12), [0, 1, 2, 3].map(() => floatBytes(value))],
  }),
  splat: unary<'f32', 'v128'>('v128', simd(19)),
  extract_lane: lane('f32', 31),
  abs: unary<'v128', 'v128'>('v128', simd(0xe0)),
  neg: unary<'v128', 'v128'>('v128', simd(0xe1)),
  add: binary(0xe4),
  sub: binary(0xe5),
  mul: binary(0xe6),
  div: binary(0xe7),
  /** The second if it is less than the first, else the first. */
  pmin: binary(0xea),
  /** The second if it is greater than the first, else the first. */
  pmax: binary(0xeb),
  convert_i32x4_s: unary<'v128', 'v128'>('v128', simd(0xfa)),
};

/** Fills `bytes` bytes with zeros. */
export const zeroFill = (address: Whole, bytes: Whole): Code => [
  asI32(address).code,
  asI32(0).code,
  asI32(bytes).code,
  [0xfc, 0x0b, 0],
];
