/** The tokens' vectors, one after the other: `hidden[token * dim + component]`. */
type HiddenStates = Float32Array;

/** The mean of all tokens' vectors. `hidden.length` is a multiple of `dim`, and not 0. */
export const meanPooling = (hidden: HiddenStates, dim: number): Float64Array => {
  const mean = new Float64Array(dim);
  for (let start = 0; start < hidden.length; start += dim)
    for (let component = 0; component < dim; component += 1)
      mean[component] = (mean[component] ?? 0) + (hidden[start + component] ?? 0);
  const tokens = hidden.length / dim;
  return mean.map((sum) => sum / tokens);
};

/** The first token's vector, `[CLS]`. */
export const clsPooling = (hidden: HiddenStates, dim: number): Float64Array => {
  return Float64Array.from(hidden.subarray(0, dim));
};

/** The vector scaled to length 1; the zero vector stays as it is. */
export const l2Normalised = (vector: Float64Array): Float32Array => {
  const squared = vector.reduce((sum, component) => sum + component * component, 0);
  const inverse = squared === 0 ? 0 : 1 / Math.sqrt(squared);
  return Float32Array.from(vector, (component) => component * inverse);
};
