import { partitionPoint } from '../../../base/partitionPoint.ts';
import type { LineRange } from '../../model/drawer/drawer.ts';
import { chunkText, type Chunk, type ChunkOptions } from '../chunker.ts';
import type { ExtractedText } from './extractedText.ts';

export interface DocumentChunk extends Pick<Chunk, 'text' | 'start' | 'end'> {
  /** The page or chapter, from 1, in both; the first and the last cell of a notebook; null if the document has none. */
  readonly lines: LineRange | null;
}

/**
 * Cuts a document's text like every other text, but never across pages or chapters: each piece is on one of them.
 * Cells of a notebook are short, so a piece may hold several (`joinsParts`). Joined, the pieces are the text.
 */
export const documentChunks = (
  { text, starts }: ExtractedText,
  options: ChunkOptions = {},
  joinsParts = false,
): DocumentChunk[] => {
  const partAt = (offset: number): number =>
    Math.max(
      1,
      partitionPoint(0, starts.length, (at) => (starts[at] ?? 0) <= offset),
    );
  if (joinsParts && starts.length > 0)
    return chunkText(text, options).map(({ text: piece, start, end }) => ({
      text: piece,
      start,
      end,
      lines: { start: partAt(start), end: partAt(start + Math.max(0, piece.trimEnd().length - 1)) },
    }));
  if (starts.length === 0)
    return chunkText(text, options).map(({ text: piece, start, end }) => ({
      text: piece,
      start,
      end,
      lines: null,
    }));
  return starts.flatMap((from, index) => {
    // Text before the first page belongs to it.
    const begin = index === 0 ? 0 : from;
    const lines = { start: index + 1, end: index + 1 };
    return chunkText(text.slice(begin, starts[index + 1] ?? text.length), options).map((chunk) => ({
      text: chunk.text,
      start: begin + chunk.start,
      end: begin + chunk.end,
      lines,
    }));
  });
};
