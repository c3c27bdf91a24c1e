import { plainWord, type Word } from './word.ts';

/** Scripts that put no spaces between words (Hangul does, but its endings make bigrams the better choice there, too). */
const spaceless =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const anySpaceless = new RegExp(`[${spaceless}]`, 'u');
const runs = new RegExp(`([${spaceless}][${spaceless}\\p{M}]*)|[^${spaceless}]+`, 'gu');

interface ScriptRun {
  readonly spaceless: boolean;
  readonly start: number;
  readonly end: number;
}

export const hasSpacelessScript = (text: string): boolean => anySpaceless.test(text);

/** Cuts a run of letters where it changes between scripts with and without spaces ("使用React框架" into three). */
export const scriptRuns = (text: string): ScriptRun[] =>
  Array.from(text.matchAll(runs), (match) => ({
    spaceless: match[1] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }));

/** A bigram's terms are itself and its first character, so that a search for one character finds it inside a run. */
export const bigramWord = (first: string, second: string): Word => ({
  plain: first + second,
  kind: 'bigram',
  terms: [first + second, first],
  parts: [{ term: first, start: 0, end: first.length, finest: true }],
  length: 1,
});

/** A single character on its own. */
export const loneCharacter = (character: string): Word => plainWord(character, character);

/** The last character of a run: indexed on its own, without adding to the drawer's length. */
export const closingCharacter = (character: string): Word => ({
  plain: character,
  kind: 'closing',
  terms: [character],
  parts: [],
  length: 0,
});
