import type { IsoTime, SourceId } from '../drawer/ids.ts';

export const sourceKinds = ['file', 'conversation', 'git', 'note', 'import'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * Where drawers were mined from. `path` is workspace-relative with `/` for files; it is '' for a note written by
 * hand.
 */
export interface SourceRecord {
  readonly id: SourceId;
  readonly kind: SourceKind;
  readonly path: string;
  /** Hex SHA-256 of the source's bytes. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, as reported by the file system. */
  readonly mtimeMs: number;
  readonly normalizeVersion: number;
  readonly minedAt: IsoTime;
}
