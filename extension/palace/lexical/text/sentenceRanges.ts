import type { TextRange } from '../../model/text/textRange.ts';

/** The end of a sentence: punctuation, closing quotes or brackets, then white space. CJK punctuation needs no white space. */
const sentenceEnd = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+[」』”’）]*/gu;
const abbreviation =
  /(?:^|[\s(["'“])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|al|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|Fig|approx|resp|incl|ca)$/u;
const startsLower = /^\s*\p{Ll}/u;
const listOrHeading = /^\s*(?:[-*+>#|]|\d+[.)]\s)/u;
const codeMarks = /[{}=;<>|]|\/\/|\):?$/u;
const proseEnd = /[\p{L}\p{N},'")]$/u;
/** A hard-wrapped line of prose has at least this length and this many spaces. */
const wrappedLength = 40;
const wrappedSpaces = 5;

const linesOf = (text: string): TextRange[] => {
  const lines: TextRange[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
};

const isWrapped = (line: string, next: string): boolean =>
  line.length >= wrappedLength &&
  proseEnd.test(line) &&
  !codeMarks.test(line) &&
  !listOrHeading.test(next) &&
  !codeMarks.test(next) &&
  line.split(' ').length > wrappedSpaces &&
  /^\s*[\p{L}\p{N}("'“]/u.test(next);

/** The text's lines; the lines of a hard-wrapped paragraph are joined. */
const blocksOf = (text: string): TextRange[] => {
  const blocks: { start: number; end: number }[] = [];
  let previous = '';
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end).trimEnd();
    const last = blocks.at(-1);
    if (last !== undefined && isWrapped(previous, line)) last.end = end;
    else blocks.push({ start, end });
    previous = line;
  }
  return blocks;
};

const trimmed = (text: string, { start, end }: TextRange): TextRange => {
  const piece = text.slice(start, end);
  return {
    start: start + piece.length - piece.trimStart().length,
    end: end - (piece.length - piece.trimEnd().length),
  };
};

/**
 * Sentences of prose and lines of code, in order, without the white space around them. Every other character is in exactly
 * one of them. A line break ends a sentence unless the line is wrapped prose.
 */
export const sentencesOf = (text: string): TextRange[] => {
  const sentences: TextRange[] = [];
  const push = (range: TextRange): void => {
    const sentence = trimmed(text, range);
    if (sentence.end > sentence.start) sentences.push(sentence);
  };
  for (const block of blocksOf(text)) {
    const body = text.slice(block.start, block.end);
    let from = 0;
    for (const match of body.matchAll(sentenceEnd)) {
      const end = match.index + match[0].length;
      const isAbbreviation =
        match[0] === '.' && abbreviation.test(body.slice(Math.max(from, match.index - 12), match.index));
      if (isAbbreviation || startsLower.test(body.slice(end, end + 8))) continue;
      push({ start: block.start + from, end: block.start + end });
      from = end;
    }
    push({ start: block.start + from, end: block.end });
  }
  return sentences;
};
