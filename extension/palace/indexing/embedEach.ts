import { PalaceError } from '../model/errors/palaceError.ts';
import { plainSentence } from './storableVectors.ts';

/**
 * Embeds texts, and halves them where that fails, down to the text that can't be embedded: that one gets a vector of
 * NaN, which is stored as unusable. Nothing is blamed on a text while the model fails on a plain sentence as well, nor
 * if the model is missing, memory ran out or the caller cancelled: these errors of `embed` are thrown.
 */
export const embedEach = async (
  texts: readonly string[],
  dim: number,
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> => {
  try {
    return await embed(texts);
  } catch (thrown) {
    const error = PalaceError.from(thrown, 'E_EMBEDDING');
    if (error.code !== 'E_EMBEDDING' || isOutOfMemory(error)) throw error;
    await embed([plainSentence]);
    if (texts.length === 1) return [new Float32Array(dim).fill(NaN)];
    const middle = texts.length >> 1;
    return [
      ...(await embedEach(texts.slice(0, middle), dim, embed)),
      ...(await embedEach(texts.slice(middle), dim, embed)),
    ];
  }
};

/** No text needs more memory than another of the maximum length, so it is the machine that has none: it may have some later. */
const isOutOfMemory = ({ message }: Error): boolean =>
  /out of memory|memory limit|memory size|allocat|bad_alloc/i.test(message);
