import * as z from 'zod';
import { isRecord } from '../../base/isRecord.ts';
import { readDescription, readTokenizerFile } from './modelFolder.ts';

/** The file's checksum has been checked: that each of its 30,000 tokens has a number need not be looked at again. */
const vocabularySchema = z.object({ model: z.object({ vocab: z.custom<object>(isRecord) }) });
/** Marks a token that continues a word. */
const continues = '##';

/** Words of a language, in lower case. */
export type Words = Pick<ReadonlySet<string>, 'has'>;

/**
 * The words that a model has a token for: the common words of its language. Read once, on first use; none if the
 * model can't be read or splits words differently.
 */
export const modelWords = (folder: string): (() => Promise<Words>) => {
  let words: Promise<Words> | undefined;
  return () => (words ??= readWordsOf(folder).catch(() => new Set<string>()));
};

const readWordsOf = async (folder: string): Promise<Words> => {
  const text = await readTokenizerFile(folder, await readDescription(folder));
  const { model } = vocabularySchema.parse(JSON.parse(text));
  return new Set(Object.keys(model.vocab).filter((token) => !token.startsWith(continues)));
};
