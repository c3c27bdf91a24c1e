/** Euclidean length. */
export const norm = (vector: Float32Array): number => {
  let squared = 0;
  for (const component of vector) squared += component * component;
  return Math.sqrt(squared);
};

/** Whether each component is a number that can be reckoned with: a model may give NaN, or infinite ones. */
export const isFiniteVector = (vector: Float32Array): boolean =>
  vector.every((component) => Number.isFinite(component));

/** 1 / length; 0 for a length of 0, so that the cosine with a zero vector is 0. */
export const inverse = (length: number): number => (length === 0 ? 0 : 1 / length);

/** Rounding may push a cosine past 1. */
export const within = (cosine: number): number => Math.min(1, Math.max(-1, cosine));
