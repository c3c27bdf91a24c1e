import { PalaceError } from '../model/errors/palaceError.ts';
import { plainSentence } from './storableVectors.ts';

/**
 * Embeds texts, and halves them where that fails, down to the text that can't be embedded: that one gets a vector of
 * NaN, which is stored as unusable. Nothing is blamed on a text while the model fails on a plain sentence as well, nor
 * if the model is missing or the caller cancelled: these errors of `embed` are thrown. Where memory ran out, the text is blamed
 * only if there is enough for plain sentences of its length, and too little for the text once more.
 */
export const embedEach = async (
  texts: readonly string[],
  dim: number,
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
  isRepeated = false,
): Promise<Float32Array[]> => {
  try {
    return await embed(texts);
  } catch (thrown) {
    const error = PalaceError.from(thrown, 'E_EMBEDDING');
    if (error.code !== 'E_EMBEDDING') throw error;
    const ranOut = isOutOfMemory(error);
    await embed([ranOut ? plainTextOf(Math.max(...texts.map(({ length }) => length))) : plainSentence]);
    if (texts.length === 1)
      return ranOut && !isRepeated ? await embedEach(texts, dim, embed, true) : [new Float32Array(dim).fill(NaN)];
    const middle = texts.length >> 1;
    return [
      ...(await embedEach(texts.slice(0, middle), dim, embed)),
      ...(await embedEach(texts.slice(middle), dim, embed)),
    ];
  }
};

/** Plain sentences of at least that many characters: no text of that length needs more memory. */
const plainTextOf = (characters: number): string =>
  `${plainSentence} `.repeat(Math.ceil(characters / (plainSentence.length + 1)));

const isOutOfMemory = ({ message }: Error): boolean =>
  /out of memory|memory limit|memory size|allocat|bad_alloc/i.test(message);
