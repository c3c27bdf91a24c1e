import { Tokenizer } from '@huggingface/tokenizers';
import * as z from 'zod';

/** Turns a text into the numbers of its tokens, special tokens included. */
type Tokenise = (text: string) => readonly number[];

/** The tokens of two texts as one input, with the number of the text that each belongs to. */
type TokenisePair = (
  first: string,
  second: string,
) => { readonly ids: readonly number[]; readonly types: readonly number[] };

const tokenizerFileSchema = z.looseObject({ model: z.looseObject({ type: z.string() }) });

/** English has four to five characters per token. A text with more than 32 on average is padding or encoded data. */
const charactersPerToken = 32;

/**
 * Reads a `tokenizer.json`. Its own padding and truncation are ignored: a text gives as many tokens as it has, but
 * at most `maxTokens`, and the last one is the closing special token. Only the first `32 · maxTokens` characters
 * are read, so that a huge text costs no more than a long one.
 */
export const createTokeniser = (tokenizerJson: string, maxTokens: number): Tokenise => {
  const tokenizer = readTokenizer(tokenizerJson);
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, charactersPerToken * maxTokens));
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
  };
};

/**
 * The same for pairs, as a cross-encoder reads them. The second text is cut to what is left of `maxTokens`; the
 * first is cut to a length that at least half of the tokens can hold.
 */
export const createPairTokeniser = (tokenizerJson: string, maxTokens: number): TokenisePair => {
  const tokenizer = readTokenizer(tokenizerJson);
  return (first, second) => {
    const { ids, token_type_ids: types } = tokenizer.encode(first.slice(0, maxTokens / 2), {
      text_pair: second.slice(0, charactersPerToken * maxTokens),
      return_token_type_ids: true,
    });
    const cut = (values: readonly number[]): readonly number[] =>
      values.length <= maxTokens ? values : [...values.slice(0, maxTokens - 1), ...values.slice(-1)];
    return { ids: cut(ids), types: cut(types ?? ids.map(() => 0)) };
  };
};

const readTokenizer = (tokenizerJson: string): Tokenizer => {
  const file = tokenizerFileSchema.parse(JSON.parse(tokenizerJson));
  return new Tokenizer({ ...file, padding: null, truncation: null }, {});
};
