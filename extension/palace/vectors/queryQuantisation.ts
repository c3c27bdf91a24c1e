import { largestMagnitude } from './quantise.ts';

/** A query with two bytes per component: the i-th component is about `data[i] * scale`. */
interface QuantisedQuery {
  readonly scale: number;
  readonly data: Int16Array;
}

const largestInt16 = 32_767;
/** 128 (the largest magnitude of an int8) times this is the largest i32. */
const largestSum = Math.floor((2 ** 31 - 1) / 128);

/**
 * Quantises a query as finely as int16 allows while its dot product with **any** int8 vector fits an i32:
 * `128 · Σ|data[i]| < 2³¹`. Up to 512 dimensions only the first bound matters.
 * Throws `RangeError` when a component is not a finite number.
 */
export const quantiseQuery = (query: Float32Array): QuantisedQuery => {
  const largest = largestMagnitude(query);
  let sum = 0;
  for (const component of query) sum += Math.abs(component);
  // Rounding adds at most half a unit per component.
  const scale = Math.max(largest / largestInt16, sum / (largestSum - query.length));
  const data = new Int16Array(query.length);
  if (scale > 0)
    query.forEach((component, index) => {
      data[index] = Math.round(component / scale);
    });
  return { scale, data };
};
