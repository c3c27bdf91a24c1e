import type { EntryType, LineRange, Span, Tier } from '../model/drawer.ts';
import type { IsoTime } from '../model/ids.ts';
import type { SourceKind, SourceRecord } from '../model/source.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { PatternRecord } from '../store/queries/patterns.ts';
import type { AccessRecord, PairRecord } from '../store/queries/transfer.ts';

/** Where a drawer comes from, as an import tells it. Without an ID it is a source of another program. */
export interface ImportedSource {
  readonly id: string | null;
  readonly kind: SourceKind;
  readonly path: string;
}

/** A drawer on its way in, whatever program it comes from. */
export interface ImportedDrawer {
  readonly id: string;
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  readonly type: EntryType;
  readonly source: ImportedSource | null;
  readonly span: Span | null;
  readonly lines: LineRange | null;
  readonly chunkIndex: number;
  /** Null where it is not known: then it is filed now. */
  readonly filedAt: IsoTime | null;
  readonly createdAt: IsoTime | null;
  readonly tier: Tier;
  readonly importance: number;
  readonly pinned: boolean;
  readonly sensitive: boolean;
  /** A time that is null stands for now. */
  readonly archived: { readonly at: IsoTime | null; readonly reason: string } | null;
  readonly supersededBy: string | null;
  readonly consolidatedInto: string | null;
  readonly accessCount: number;
  readonly lastAccessed: IsoTime | null;
  readonly speaker: string | null;
  readonly exchange: number | null;
  readonly part: number | null;
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
  readonly findings: readonly SecretFinding[];
  readonly accesses: readonly AccessRecord[];
  readonly rejectedAt: string | null;
}

/** What another program's drawer has where that program knows nothing of it. */
export const plainDrawer = {
  span: null,
  lines: null,
  chunkIndex: 0,
  createdAt: null,
  tier: 'working',
  importance: 0.5,
  pinned: false,
  sensitive: false,
  archived: null,
  supersededBy: null,
  consolidatedInto: null,
  accessCount: 0,
  lastAccessed: null,
  speaker: null,
  exchange: null,
  part: null,
  tags: [],
  properties: {},
  findings: [],
  accesses: [],
  rejectedAt: null,
} as const satisfies Partial<ImportedDrawer>;

/** Why something was left out. */
export type SkipReason =
  | 'undecodable'
  | 'too_long'
  | 'not_json'
  | 'invalid'
  | 'not_unicode'
  | 'no_text'
  | 'id_conflict'
  | 'unreadable'
  | 'closets'
  | 'file_pairs'
  | 'sensitive';

/** What a reader finds, one after another. `where` names the line, file or row for a person. */
export type ImportItem =
  /** `isEdited`: its text is not the one that was exported; it is taken as it stands. */
  | {
      readonly kind: 'drawer';
      readonly where: string;
      readonly drawer: ImportedDrawer;
      readonly isEdited?: boolean;
    }
  | { readonly kind: 'source'; readonly source: SourceRecord }
  | { readonly kind: 'pair'; readonly pair: PairRecord }
  | { readonly kind: 'pattern'; readonly pattern: PatternRecord }
  /** Left out; `detail` says where and why, unless a count says it all. */
  | { readonly kind: 'skip'; readonly reason: SkipReason; readonly count: number; readonly detail: string }
  /** Something a person should know of. */
  | { readonly kind: 'warning'; readonly text: string };

/** Half a character (a lone surrogate) can't be kept as UTF-8, in which everything is kept. */
export const isUnicode = (text: string): boolean => !/\p{Cs}/u.test(text);
