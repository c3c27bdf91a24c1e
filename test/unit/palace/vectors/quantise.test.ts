import { describe, expect, it } from 'vitest';
import { dequantise, quantise } from '../../../../extension/palace/vectors/quantise.ts';

describe('quantise', () => {
  it('gives the largest component the whole range, on either side', () => {
    expect(quantise(Float32Array.of(-0.5, 0.25, 0)).data).toEqual(Int8Array.of(-127, 64, 0));
  });

  it('keeps the zero vector', () => {
    const zero = quantise(new Float32Array(3));
    expect(zero).toEqual({ scale: 0, data: new Int8Array(3) });
    expect(dequantise(zero)).toEqual(new Float32Array(3));
  });

  it('refuses a component that is not finite and says which', () => {
    expect(() => quantise(Float32Array.of(1, NaN))).toThrow('Component 1');
    expect(() => quantise(Float32Array.of(Infinity))).toThrow(RangeError);
  });
});
