import { PalaceError } from '../../model/errors/palaceError.ts';
import { isFiniteVector } from '../../vectors/norms.ts';
import type { SearchDependencies } from './searchRequest.ts';

/**
 * The vector that drawers are compared with: the normalised sum of those of the texts. Throws E_EMBEDDING if the model gives
 * none that can be compared, and the errors of `embed`.
 */
export const queryVector = async (
  texts: readonly string[],
  embed: SearchDependencies['embed'],
  signal: AbortSignal | undefined,
): Promise<Float32Array> => {
  const vector = normalisedSum(await embed(texts, signal));
  if (!isFiniteVector(vector))
    throw new PalaceError('E_EMBEDDING', 'The model gives no usable vector for the text.');
  return vector;
};

/** The normalised sum of vectors; a single vector is returned as it is. */
const normalisedSum = (vectors: readonly Float32Array[]): Float32Array => {
  const [first, ...others] = vectors;
  if (first === undefined) return new Float32Array(0);
  if (others.length === 0) return first;
  const sum = Float64Array.from(first);
  for (const vector of others) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  const norm = Math.sqrt(sum.reduce((total, x) => total + x * x, 0));
  return Float32Array.from(sum, (x) => (norm === 0 ? 0 : x / norm));
};
