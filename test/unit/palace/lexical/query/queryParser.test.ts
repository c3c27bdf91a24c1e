import { describe, expect, it } from 'vitest';
import { maxQueryLength, parseQuery } from '../../../../../extension/palace/lexical/query/queryParser.ts';

describe('operators', () => {
  it('quotes make phrases, which stay in the text to be embedded', () => {
    expect(parseQuery('why "rate  limit" and “token bucket” here')).toEqual({
      text: 'why rate limit and token bucket here',
      words: 'why and here',
      phrases: ['rate limit', 'token bucket'],
      excluded: [],
      excludedPhrases: [],
      filter: {},
    });
  });

  it('in a sentence quotes quote and short minus words are flags; longer ones still exclude', () => {
    const query = parseQuery('when did Tim first read "The Lean Startup" with -vv but -redis');
    expect(query).toMatchObject({
      text: 'when did Tim first read The Lean Startup with -vv but',
      words: 'when did Tim first read The Lean Startup with -vv but',
      phrases: [],
      excluded: ['redis'],
    });
    expect(parseQuery('Tim read "The Lean Startup" -vv')).toMatchObject({
      phrases: ['The Lean Startup'],
      excluded: ['vv'],
    });
  });

  it('quotes around nothing, or around symbols, make no phrase', () => {
    expect(parseQuery('cat "" "…" -"--"')).toMatchObject({
      text: 'cat …',
      words: 'cat',
      phrases: [],
      excludedPhrases: [],
    });
  });

  it('a minus excludes the word or phrase behind it', () => {
    const query = parseQuery('cache -redis -"write through" eviction');
    expect(query).toMatchObject({
      text: 'cache eviction',
      excluded: ['redis'],
      excludedPhrases: ['write through'],
    });
  });

  it('fields make a filter; lists and repetitions mean OR', () => {
    expect(
      parseQuery('login wing:web,api wing:"my app" room:auth type:file,decision tier:Longterm path:src\\auth'),
    ).toMatchObject({
      words: 'login',
      filter: {
        wings: ['web', 'api', 'my app'],
        rooms: ['auth'],
        types: ['file', 'decision'],
        tiers: ['longterm'],
        path: 'src/auth',
      },
    });
  });

  it.each([
    ['2023', '2023-01-01T00:00:00.000Z'],
    ['2023-05', '2023-05-01T00:00:00.000Z'],
    ['2023-05-08', '2023-05-08T00:00:00.000Z'],
    ['2023-05-08T12:30', '2023-05-08T12:30:00.000Z'],
    ['2023-05-08T12:30:15.5+02:00', '2023-05-08T10:30:15.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('after:%s and before:%s mean the same moment', (written, moment) => {
    expect(parseQuery(`x after:${written}`).filter).toEqual({ filedFrom: moment });
    expect(parseQuery(`x before:${written}`).filter).toEqual({ filedBefore: moment });
  });

  it('a query of filters alone has no words', () => {
    expect(parseQuery('type:decision')).toMatchObject({ text: '', words: '', filter: { types: ['decision'] } });
  });
});

describe('ordinary text', () => {
  it.each([
    'rate-limit',
    'a - b',
    'https://example.org/x?y=z',
    'foo:bar',
    'git commit -m --amend',
    'exit code -9',
    'print("hello world")',
    'he said "hello',
    'TypeError: path: undefined',
    'wing: room:',
    "don't",
    'std::vector',
    '5" screen',
    'Wing:x',
  ])('%s stays as it is', (text) => {
    expect(parseQuery(text)).toEqual({
      text,
      words: text,
      phrases: [],
      excluded: [],
      excludedPhrases: [],
      filter: {},
    });
  });
});

describe('errors', () => {
  it.each([
    ['type:banana', /type:banana.*git_commit/],
    ['tier:gold', /tier:gold.*longterm/],
    ['before:notadate', /before:notadate.*YYYY-MM-DD/],
    ['after:2023-02-30', /2023-02-30/],
    ['after:2023-13', /2023-13/],
    ['wing:""', /wing:/],
    ['wing:a,,b', /wing:/],
    ['path:a path:b', /once/],
    ['-wing:web', /-wing:web.*excluded/],
  ])('%s is refused, naming the field, the value and what is allowed', (query, message) => {
    expect(() => parseQuery(`x ${query}`)).toThrow(
      expect.objectContaining({ code: 'E_QUERY_FIELD', message: expect.stringMatching(message) }),
    );
  });

  it.each([
    ['type:string', '"type:string"', 'type:string'],
    ['before:"the dawn"', '"before:the dawn"', 'before:the dawn'],
  ])('%s is refused with what searches for it as text', (written, quoted, phrase) => {
    expect(() => parseQuery(`error ${written} wrong`)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(`with its quotes: ${quoted}`) }),
    );
    expect(parseQuery(`error ${quoted} wrong`)).toMatchObject({ phrases: [phrase], filter: {} });
  });

  it('an empty query is refused', () => {
    expect(() => parseQuery(' \n\t ')).toThrow(expect.objectContaining({ code: 'E_QUERY_EMPTY' }));
  });

  it('a query over the limit is refused with both numbers, before anything is parsed', () => {
    expect(() => parseQuery('"'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'E_QUERY_TOO_LONG', message: expect.stringMatching(/100000.*10000/) }),
    );
    expect(parseQuery('x'.repeat(maxQueryLength)).text).toHaveLength(maxQueryLength);
  });
});
