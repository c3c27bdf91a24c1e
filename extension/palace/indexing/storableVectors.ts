import { PalaceError } from '../model/errors/palaceError.ts';
import { isFiniteVector } from '../vectors/norms.ts';
import { quantise, type QuantisedVector } from '../vectors/quantise.ts';

interface StorableVector extends QuantisedVector {
  /** False: the model gave none, and this is the zero vector, which is near to nothing. */
  readonly isUsable: boolean;
}

/** Every model can embed this, unless it is broken. */
export const plainSentence = 'The harbour opens at noon.';

/**
 * The vectors of a batch in the form in which they are stored. A zero vector takes the place of one that is not finite: its
 * text counts as embedded, so that it neither stops the others nor is embedded again and again. If no vector of the
 * batch is finite, `embed` tells a broken model from odd texts: throws E_EMBEDDING, and the errors of `embed`.
 */
export const storableVectors = async (
  vectors: readonly Float32Array[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<StorableVector[]> => {
  if (vectors.length > 0 && !vectors.some(isFiniteVector)) {
    const [plain] = await embed([plainSentence]);
    if (plain === undefined || !isFiniteVector(plain))
      throw new PalaceError('E_EMBEDDING', 'The model gives no usable vector, even for a plain sentence.', {
        remedy: 'Reinstall Synapse Palace, or correct the setting model_folder. Search by words still works.',
      });
  }
  return vectors.map((vector) => {
    const isUsable = isFiniteVector(vector);
    return { ...quantise(isUsable ? vector : new Float32Array(vector.length)), isUsable };
  });
};
