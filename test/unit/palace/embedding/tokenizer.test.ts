import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTokeniser } from '../../../../extension/palace/embedding/tokenizer.ts';

const file = readFileSync(
  new URL('../../../../media/models/all-MiniLM-L6-v2-int8/tokenizer.json', import.meta.url),
  'utf8',
);
const [cls, sep, unknown] = [101, 102, 100];

describe('the tokeniser', () => {
  const tokenise = createTokeniser(file, 256);

  it('splits words into the pieces of the vocabulary, between the special tokens', () => {
    expect(tokenise('Hello, world!')).toEqual([cls, 7592, 1010, 2088, 999, sep]);
    expect(tokenise('embeddings')).toEqual([cls, 7861, 8270, 4667, 2015, sep]);
    expect(tokenise('CAFÉ')).toEqual(tokenise('cafe'));
    expect(tokenise('x'.repeat(101))).toEqual([cls, unknown, sep]);
  });

  it('pads nothing: an empty text is its two special tokens', () => {
    expect(tokenise('')).toEqual([cls, sep]);
  });

  it('cuts after 256 tokens and still closes the text', () => {
    const tokens = tokenise('red '.repeat(1000));
    expect(tokens).toHaveLength(256);
    expect(tokens[0]).toBe(cls);
    expect(tokens[254]).toBe(2417);
    expect(tokens[255]).toBe(sep);
    expect(tokenise('red '.repeat(254))).toEqual(tokens);
    expect(tokenise('red '.repeat(253))).toHaveLength(255);
  });

  it('looks at no more than 32 characters a token of what it may give', () => {
    const start = 'unfathomably '.repeat(700).slice(0, 8192);
    expect(tokenise(start + '!'.repeat(5_000_000))).toEqual(tokenise(start));
    const blanks = ' '.repeat(8192);
    expect(tokenise(`${blanks}red`)).toEqual([cls, sep]);
  });

  it('refuses a file that is no tokenizer', () => {
    expect(() => createTokeniser('{}', 256)).toThrow();
  });
});
