import {
  defaultMarks,
  noExchange,
  noPassage,
  type EntryType,
  type LineRange,
  type Tier,
} from '../../model/drawer/drawer.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { TextRange } from '../../model/text/textRange.ts';
import type { SourceKind, SourceRecord } from '../../model/source/source.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';
import type { AccessRecord, PairRecord } from '../../store/queries/transfer.ts';

/** The source of a drawer, as the import gives it. Without an ID it is a source of another program. */
export interface ImportedSource {
  readonly id: string | null;
  readonly kind: SourceKind;
  readonly path: string;
}

/** A drawer to be imported, from any program. */
export interface ImportedDrawer {
  readonly id: string;
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  readonly type: EntryType;
  readonly source: ImportedSource | null;
  readonly span: TextRange | null;
  readonly lines: LineRange | null;
  readonly chunkIndex: number;
  /** Null if unknown: the drawer is then filed with the current time. */
  readonly filedAt: IsoTime | null;
  readonly createdAt: IsoTime | null;
  readonly tier: Tier;
  readonly importance: number;
  readonly pinned: boolean;
  readonly sensitive: boolean;
  /** A null time means now. */
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

/** Defaults for what another program does not know about a drawer. */
export const plainDrawer = {
  ...noPassage,
  chunkIndex: 0,
  createdAt: null,
  ...defaultMarks,
  archived: null,
  supersededBy: null,
  consolidatedInto: null,
  accessCount: 0,
  lastAccessed: null,
  ...noExchange,
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

/** Items that a reader finds, in order. `where` is the line, file or row, as shown to a person. */
export type ImportItem =
  /** `isEdited`: the text differs from the exported one. It is imported as it is. */
  | {
      readonly kind: 'drawer';
      readonly where: string;
      readonly drawer: ImportedDrawer;
      readonly isEdited?: boolean;
    }
  | { readonly kind: 'source'; readonly source: SourceRecord }
  | { readonly kind: 'pair'; readonly pair: PairRecord }
  | { readonly kind: 'pattern'; readonly pattern: PatternRecord }
  /** Something left out. `detail` says where and why, unless the count is enough. */
  | { readonly kind: 'skip'; readonly reason: SkipReason; readonly count: number; readonly detail: string }
  /** Something to tell a person. */
  | { readonly kind: 'warning'; readonly text: string };

/**
 * Whether a text has no half character (a lone surrogate). Texts are stored as UTF-8, which can't represent one.
 */
export const isUnicode = (text: string): boolean => !/\p{Cs}/u.test(text);
