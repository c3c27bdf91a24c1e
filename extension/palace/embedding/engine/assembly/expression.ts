/** The types of WebAssembly that the kernels use. */
export type ValueType = 'i32' | 'f32' | 'v128';

/** Bytes of a function's body, nested as they were assembled. */
export type Code = number | readonly Code[];

/** Instructions that leave one value on the stack. */
export interface Expression<Type extends ValueType> {
  readonly type: Type;
  readonly code: Code;
}
export type I32 = Expression<'i32'>;
export type F32 = Expression<'f32'>;
export type V128 = Expression<'v128'>;

/** LEB128 of a whole number from 0 to 2³² − 1. */
export const unsignedLeb = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...unsignedLeb(Math.floor(value / 128))];

/** LEB128 of a whole number from −2³¹ to 2³¹ − 1. */
export const signedLeb = (value: number): number[] => {
  const [low, rest] = [value & 0x7f, value >> 7];
  const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return isLast ? [low] : [low | 0x80, ...signedLeb(rest)];
};

/** The four bytes of a number as 32-bit float. */
export const floatBytes = (value: number): number[] => {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setFloat32(0, value, true);
  return [0, 1, 2, 3].map((at) => bytes.getUint8(at));
};
