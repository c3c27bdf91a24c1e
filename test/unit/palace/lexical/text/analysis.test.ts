import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { maxTermLength } from '../../../../../extension/palace/lexical/text/word.ts';

const terms = (text: string): string[] => new Analyser().terms(text);
const length = (text: string): number => {
  let sum = 0;
  new Analyser().scan(text, (word) => (sum += word.length));
  return sum;
};

describe('words', () => {
  it('are lower-cased and stemmed, so that a word finds its other forms', () => {
    expect(terms('Rotation rotate ROTATED')).toEqual(['rotat']);
    expect(terms('cities city')).toEqual(['citi']);
  });

  it('leave out English function words and question words', () => {
    expect(terms('What is the name of the dog that we saw, and where?')).toEqual(['name', 'dog', 'saw']);
  });

  it('keep the month of May, digits, single letters and punctuated numbers by their parts', () => {
    expect(terms('8 May 2023, C and R: 3.11')).toEqual(['8', 'mai', '2023', 'c', 'r', '3', '11']);
  });

  it('drop contracted endings behind straight and curly apostrophes', () => {
    expect(terms("what's Anna's plan")).toEqual(['anna', 'plan']);
    expect(terms('we’ll fetch Anna’s keys')).toEqual(['fetch', 'anna', 'kei']);
    expect(terms("don't can't ISN'T won’t")).toEqual([]);
  });

  it('fall apart at apostrophes that contract nothing', () => {
    expect(terms("O'Brien rock'n'roll 'quoted'")).toEqual(['o', 'brien', 'rock', 'n', 'roll', 'quot']);
  });

  it('take no stem where they are not plain English letters', () => {
    expect(terms('программы straße')).toEqual(['программы', 'straße']);
  });

  it('are cut to 64 characters, never inside a surrogate pair', () => {
    const long = 'x'.repeat(200);
    expect(terms(long)[0]).toHaveLength(maxTermLength);
    expect(terms(long)).toEqual(terms('x'.repeat(64)));
    const [pairs] = terms(`a${'𝒳'.repeat(100)}`);
    expect(pairs).toBe(`a${'x'.repeat(31)}`);
  });

  it('ignore Latin accents and compatibility forms', () => {
    expect(terms('José')).toEqual(terms('Jose'));
    expect(terms('Jose\u0301')).toEqual(terms('jose'));
    expect(terms('ＡＢＣ ﬁle')).toEqual(terms('abc file'));
  });

  it('keep the marks of scripts that write vowels with them', () => {
    expect(terms('हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा'].map((word) => word.normalize('NFC')));
  });

  it('are not made of emoji, dashes or rows of underscores', () => {
    expect(terms('❤️ — 👩‍👩‍👧 ____ … “”')).toEqual([]);
    expect(terms('a—b“dog”')).toEqual(['b', 'dog']);
  });
});

describe('identifiers', () => {
  it.each([
    ['getUserName', ['getusername', 'get', 'user', 'name']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['snake_case_words', ['snake_case_words', 'snake', 'case', 'word']],
    ['SCREAMING_SNAKE', ['screaming_snake', 'scream', 'snake']],
    ['utf8Decoder', ['utf8decoder', 'utf8', 'utf', '8', 'decod']],
    ['__init__', ['__init__', 'init']],
    ['sha256', ['sha256', 'sha', '256']],
    ['isReady', ['isready', 'readi']],
    ['to_be', ['to_be']],
  ])('%s is indexed whole and by part', (name, expected) => {
    expect(terms(name)).toEqual(expected);
  });

  it('in the plural are no identifiers', () => {
    expect(terms('IDs URLs')).toEqual(['id', 'url']);
  });

  it('that are hashes or base64 stay whole', () => {
    expect(terms('1f6f20a9ac1cb8d7e2 aGVsbG8gd29ybGQ')).toEqual(['1f6f20a9ac1cb8d7e2', 'agvsbg8gd29ybgq']);
  });

  it('add to the length what their words would', () => {
    expect(length('getUserName')).toBe(3);
    expect(length('get user name')).toBe(3);
    expect(length('utf8Decoder')).toBe(2);
    expect(length('is_ready')).toBe(1);
    expect(length('to_be')).toBe(1);
  });

  it('share a term with the lower-case spelling of the whole', () => {
    expect(terms('utf8decoder')).toContain('utf8decoder');
  });
});

describe('scripts without spaces', () => {
  it('give bigrams, and single characters so that these are found too', () => {
    expect(terms('机械学')).toEqual(['机械', '机', '械学', '械', '学']);
    expect(terms('猫')).toEqual(['猫']);
    expect(length('机械学')).toBe(2);
    expect(length('猫')).toBe(1);
  });

  it('are told apart from words that stand among them', () => {
    expect(terms('使用React框架')).toEqual(['使用', '使', '用', 'react', '框架', '框', '架']);
  });

  it('cover kana, the long-vowel mark, half-width kana and Hangul', () => {
    expect(terms('カード')).toEqual(['カー', 'カ', 'ード', 'ー', 'ド']);
    expect(terms('ｶｰﾄﾞ')).toEqual(terms('カード'));
    expect(terms('한국어')).toEqual(['한국', '한', '국어', '국', '어']);
  });
});

describe('an analyser', () => {
  it('gives the same terms when it has met the words before, and after it has forgotten them', () => {
    const analyser = new Analyser();
    const text = 'getUserName rotated 机械学 José';
    const first = analyser.terms(text);
    expect(analyser.terms(text)).toEqual(first);
    analyser.scan(Array.from({ length: 40_000 }, (_, i) => `w${i}x`).join(' '), () => undefined);
    expect(analyser.terms(text)).toEqual(first);
  });

  it('tells where each word stands', () => {
    const text = '“Anna’s” 机械学 utf8Decoder';
    const words: string[] = [];
    new Analyser().scan(text, (word, start, end) => words.push(`${word.plain}=${text.slice(start, end)}`));
    expect(words).toEqual(['anna=Anna', '机械=机械', '械学=械学', '学=学', 'utf8decoder=utf8Decoder']);
  });
});
