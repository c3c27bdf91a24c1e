/** A part of one word; offsets are relative to the word. */
export interface WordPiece {
  readonly start: number;
  readonly end: number;
}

/** The parts of an identifier: `groups` split at underscores and changes of case, `pieces` at digits as well. */
interface WordPieces {
  readonly groups: readonly WordPiece[];
  readonly pieces: readonly WordPiece[];
}

/** Digits; an abbreviation in the plural (IDs); capitals before a capitalised word (HTTP in HTTPServer); a word. */
const pieceForm = /\p{N}+|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{N}_]+/gu;
const upperStart = /^\p{Lu}/u;

/**
 * Splits `getUserName`, `HTTPServer`, `snake_case`, `utf8Decoder` (groups utf8, Decoder; pieces utf, 8, Decoder).
 * A plain word is one group and one piece; a row of underscores has none.
 */
export const wordPieces = (word: string): WordPieces => {
  const pieces: WordPiece[] = [];
  const groups: { start: number; end: number }[] = [];
  for (const match of word.matchAll(pieceForm)) {
    const start = match.index;
    const end = start + match[0].length;
    pieces.push({ start, end });
    const group = groups.at(-1);
    if (group !== undefined && group.end === start && !upperStart.test(match[0])) group.end = end;
    else groups.push({ start, end });
  }
  return { groups, pieces };
};

/** Hashes, base64 and the like fall into so many tiny pieces that none of them is a word. */
export const isOpaque = (word: string, { pieces }: WordPieces): boolean =>
  pieces.length > 3 && word.length < 2.5 * pieces.length;
