import type { SourceId } from './ids.ts';

/** An index card of a source: whole lines that point to drawers, at most `CLOSET_CHAR_LIMIT` characters. */
export interface Closet {
  readonly sourceId: SourceId;
  /** Among the closets of its source, from 0. */
  readonly ordinal: number;
  /** `topic|entity;entity|→drawer,drawer` a line. */
  readonly text: string;
}
