/** A piece of a text, marked if it matches one of the query's terms. Joined, the pieces give the text verbatim. */
interface TextPiece {
  readonly text: string;
  readonly marked: boolean;
}

const run = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/gu;
/** What joins the letter before it: accents and other signs, and the second and third letters of a Korean syllable. */
const joining = /[\p{M}\u1160-\u11ff]/u;
const letters = /.[\p{M}\u1160-\u11ff]*/gsu;
const latinWithMarks = /([\p{Script=Latin}\p{N}])\p{M}+/gu;
/**
 * Where a hump starts inside a run: aB, ABc, a1, 1a, after an underscore, and at every letter of scripts without
 * spaces.
 */
const humpStart =
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=_)(?=[^_])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/gu;
const longStem = 4;
/** Whether `rest` inflects a stem of fewer than four letters: “us” must not mark “user”, “run” must mark “running”. */
const inflects = (stem: string, rest: string): boolean =>
  /^(?:e|s|es|ed|d|ing)?$/u.test(rest) || (rest.startsWith(stem.slice(-1)) && /^(?:ed|ing)$/u.test(rest.slice(1)));

/** A stem and the spellings that the stemmer reduces to it: “queri” also means “query”. */
const spellings = (term: string): readonly string[] =>
  term.length > 2 && term.endsWith('i') ? [term, `${term.slice(0, -1)}y`] : [term];

const latinWithAccent = /[\u00c0-\u024f\u1e00-\u1eff]/gu;
/** Lower case and, as in the index, without the accents of Latin letters; as long as the text. */
const folded = (text: string): string => {
  const lower = text.toLowerCase();
  // Some letters change length; offsets must hold.
  const sameLength = lower.length === text.length ? lower : text;
  return sameLength.replace(latinWithAccent, (letter) => letter.normalize('NFD').charAt(0));
};

interface TermMark {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/** The run with each letter and its accents in one, as the index has it, and the places in the run that its units stand for. */
const composed = (
  written: string,
): { readonly word: string; readonly starts: number[]; readonly ends: number[] } => {
  let word = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: letter, index } of written.matchAll(letters)) {
    const one = letter.normalize('NFC').replace(latinWithMarks, '$1');
    word += one;
    for (let i = 0; i < one.length; i += 1) {
      starts.push(index);
      ends.push(index + letter.length);
    }
  }
  return { word, starts, ends };
};

const marksOfRun = (written: string, offset: number, terms: readonly string[]): readonly TermMark[] => {
  if (!joining.test(written)) return marksOfWord(written, offset, terms);
  const { word, starts, ends } = composed(written);
  return marksOfWord(word, 0, terms).map(({ start, end, term }) => ({
    start: offset + (starts[start] ?? 0),
    end: offset + (ends[end - 1] ?? written.length),
    term,
  }));
};

const marksOfWord = (word: string, offset: number, allTerms: readonly string[]): readonly TermMark[] => {
  const lower = folded(word);
  // Most words hold none of the terms, and finding their humps takes long.
  const terms = allTerms.filter((term) => spellings(term).some((text) => lower.includes(text)));
  if (terms.length === 0) return [];
  const starts = [
    0,
    ...Array.from(word.matchAll(humpStart), ({ index }) => index).filter(
      (index) => index > 0 && index < word.length,
    ),
  ];
  const ends = [...starts.slice(1), word.length];
  return starts.flatMap((start) =>
    terms.flatMap((term) => {
      const spelling = spellings(term).find((text) => text !== '' && lower.startsWith(text, start));
      if (spelling === undefined) return [];
      const last = start + spelling.length;
      const end = ends.find((at) => at >= last) ?? word.length;
      const rest = lower.slice(last, end).replace(/(?<!_)_+$/u, '');
      if (spelling.length < longStem && !inflects(spelling, rest)) return [];
      return [{ start: offset + start, end: offset + last + rest.length, term }];
    }),
  );
};

/**
 * Finds the terms (analysed stems, lower case) in the text. A term marks a word, or a hump of a camelCase or
 * snake_case word, that begins with it: “token” marks refresh[Token]s; “race” does not mark “grace”.
 */
export const termMarks = (text: string, terms: readonly string[]): readonly TermMark[] =>
  terms.length === 0
    ? []
    : Array.from(text.matchAll(run)).flatMap((match) => marksOfRun(match[0], match.index, terms));

/** Splits the text into marked and unmarked pieces; adjacent marks are joined. */
export const markTerms = (text: string, terms: readonly string[]): readonly TextPiece[] => {
  const pieces: TextPiece[] = [];
  let at = 0;
  const push = (end: number, marked: boolean): void => {
    if (end <= at) return;
    const last = pieces.at(-1);
    const piece = text.slice(at, end);
    if (last !== undefined && last.marked === marked)
      pieces[pieces.length - 1] = { text: last.text + piece, marked };
    else pieces.push({ text: piece, marked });
    at = end;
  };
  for (const { start, end } of [...termMarks(text, terms)].sort((a, b) => a.start - b.start || b.end - a.end)) {
    push(start, false);
    push(end, true);
  }
  push(text.length, false);
  return pieces;
};

/** How many of the terms occur in the text. */
export const termsHeld = (text: string, terms: readonly string[]): number =>
  new Set(termMarks(text, terms).map(({ term }) => term)).size;
