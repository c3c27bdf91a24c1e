import type { SourceId } from './ids.ts';

/** An index card of a source: complete lines that point to drawers, at most `CLOSET_CHAR_LIMIT` characters. */
export interface Closet {
  readonly sourceId: SourceId;
  /** Position among the closets of its source, from 0. */
  readonly ordinal: number;
  /** One `topic|entity;entity|→drawer,drawer` per line. */
  readonly text: string;
}
