/** A vector with one byte per component: the i-th component is about `data[i] * scale`. */
export interface QuantisedVector {
  /** ≥ 0; 0 only for the zero vector. */
  readonly scale: number;
  /** Each in −127…127. */
  readonly data: Int8Array;
}

/**
 * Symmetric quantisation: the largest component becomes ±127, so no component is off by more than half a `scale`.
 * Throws `RangeError` when a component is not a finite number.
 */
export const quantise = (vector: Float32Array): QuantisedVector => {
  const largest = largestMagnitude(vector);
  const data = new Int8Array(vector.length);
  const scale = largest / 127;
  if (scale > 0)
    vector.forEach((component, index) => {
      data[index] = Math.round(component / scale);
    });
  return { scale, data };
};

/** The vector that a quantised one represents. */
export const dequantise = ({ scale, data }: QuantisedVector): Float32Array => {
  return Float32Array.from(data, (component) => component * scale);
};

/** Throws `RangeError` when a component is not a finite number. */
export const largestMagnitude = (vector: Float32Array): number => {
  let largest = 0;
  for (const [index, component] of vector.entries()) {
    if (!Number.isFinite(component))
      throw new RangeError(`Component ${index} of the vector is ${component}, not a finite number.`);
    largest = Math.max(largest, Math.abs(component));
  }
  return largest;
};
