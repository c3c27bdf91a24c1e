import { cutWithinLine } from './cutWithinLine.ts';
import { lineRanks, scanLines, type ScannedLines } from './lineScan.ts';

/** One piece of a text. The pieces joined in order are the text, character for character. */
export interface Chunk {
  readonly text: string;
  /** Half-open UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** 1-based, inclusive: the lines of the first and the last character. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface ChunkOptions {
  /** Target length in characters (UTF-16 units); default 800, at least 40. */
  readonly target?: number;
}

/** Bounds of a chunk's length, derived from the target, in UTF-16 units. */
interface ChunkBounds {
  /** No chunk except the last is shorter. */
  readonly min: number;
  readonly target: number;
  /** No chunk is longer. */
  readonly max: number;
  /** The last chunk is no shorter than this, unless it is the only one. */
  readonly tail: number;
}

/** For the default target: min 500, target 800, max 1000, tail 200. */
export const chunkBounds = (target = 800): ChunkBounds => {
  const aim = Math.max(40, Math.floor(target));
  return { min: Math.floor(aim * 0.625), target: aim, max: Math.floor(aim * 1.25), tail: Math.floor(aim * 0.25) };
};

/**
 * Cuts a text into a partition of chunks of about 800 characters, in time linear in its length.
 *
 * A cut is made at the best place within the bounds: Markdown heading, blank line (before a top-level line, then any),
 * end of a top-level block, line end, sentence end, whitespace, else between two graphemes. Among equally good places,
 * the one whose following text has the lowest hash wins. The choice depends on that text and not on where the chunk
 * began, so after an edit the cuts soon fall in the same places as before.
 *
 * Laws: the chunks joined are the text; no chunk exceeds `max`; all but the last have at least `min`, the last at least
 * `tail` unless it is the only one; a grapheme shorter than `max - min` is never cut, a surrogate pair never.
 */
export const chunkText = (text: string, options: ChunkOptions = {}): Chunk[] => {
  if (text.length === 0) return [];
  const bounds = chunkBounds(options.target);
  const lines = scanLines(text);
  const chunks: Chunk[] = [];
  let start = 0;
  let line = 0;
  while (start < text.length) {
    const end = text.length - start <= bounds.max ? text.length : chooseCut(text, lines, line, start, bounds);
    const lineStart = line + 1;
    while (line + 1 < lines.count && lineOffset(lines, line + 1) < end) line++;
    chunks.push({ text: text.slice(start, end), start, end, lineStart, lineEnd: line + 1 });
    if (line + 1 < lines.count && lineOffset(lines, line + 1) === end) line++;
    start = end;
  }
  return chunks;
};

const chooseCut = (
  text: string,
  lines: ScannedLines,
  fromLine: number,
  start: number,
  bounds: ChunkBounds,
): number => {
  const low = start + bounds.min;
  const high = Math.min(start + bounds.max, text.length - bounds.tail);
  let bestRank: number = lineRanks.length;
  let bestHash = 0;
  let best = -1;
  for (let line = fromLine + 1; line < lines.count; line++) {
    const offset = lineOffset(lines, line);
    if (offset < low) continue;
    if (offset > high) break;
    const rank = lines.rank[line] ?? lineRanks.length;
    if (rank > bestRank) continue;
    const hash = anchorHash(text, offset);
    if (rank < bestRank || hash < bestHash) {
      bestRank = rank;
      bestHash = hash;
      best = offset;
    }
  }
  return best >= 0
    ? best
    : cutWithinLine(text, { start, low, high, target: Math.min(start + bounds.target, high), anchorHash });
};

const lineOffset = (lines: ScannedLines, line: number): number => lines.start[line] ?? Number.MAX_SAFE_INTEGER;

/** FNV-1a hash of the next 48 characters. */
const anchorHash = (text: string, offset: number): number => {
  let hash = 0x811c9dc5;
  const end = Math.min(text.length, offset + 48);
  for (let index = offset; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};
