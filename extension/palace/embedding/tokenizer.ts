import { Tokenizer } from '@huggingface/tokenizers';
import * as z from 'zod';

/** Turns a text into the numbers of its tokens, special tokens included. */
export type Tokenise = (text: string) => readonly number[];

const tokenizerFileSchema = z.looseObject({ model: z.looseObject({ type: z.string() }) });

/** English has four to five characters per token. A text with more than 32 on average is padding or encoded data. */
const charactersPerToken = 32;

/**
 * Reads a `tokenizer.json`. Its own padding and truncation are ignored: a text gives as many tokens as it has, but
 * at most `maxTokens`, and the last one is the closing special token. Only the first `32 · maxTokens` characters
 * are read, so that a huge text costs no more than a long one.
 */
export const createTokeniser = (tokenizerJson: string, maxTokens: number): Tokenise => {
  const file = tokenizerFileSchema.parse(JSON.parse(tokenizerJson));
  const tokenizer = new Tokenizer({ ...file, padding: null, truncation: null }, {});
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, charactersPerToken * maxTokens));
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
  };
};
