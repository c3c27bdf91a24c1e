import { createHash } from 'node:crypto';
import type { TextRange } from '../text/textRange.ts';
import type { EntryType, Tier } from './vocabulary.ts';
import type { DrawerId, IsoTime, RoomName, SourceId, WingName } from './ids.ts';

export { entryTypes, tiers } from './vocabulary.ts';
export type { EntryType, Tier } from './vocabulary.ts';

/** 1-based, inclusive. Pages of a PDF or DOCX, chapters of an EPUB, cells of a notebook. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** What is known about a drawer when it is filed; the store adds the rest. */
export interface NewDrawer {
  readonly id: DrawerId;
  readonly wing: WingName;
  readonly room: RoomName;
  readonly type: EntryType;
  /** Verbatim. */
  readonly text: string;
  readonly sourceId: SourceId | null;
  /** In the decoded source. */
  readonly span: TextRange | null;
  readonly lines: LineRange | null;
  readonly chunkIndex: number;
  /** Hex SHA-256 of `text` as UTF-8: {@link contentHash}. */
  readonly contentHash: string;
  readonly filedAt: IsoTime;
  readonly createdAt: IsoTime;
  readonly tier: Tier;
  /** 0…1, 0.5 unless set. */
  readonly importance: number;
  readonly pinned: boolean;
  readonly sensitive: boolean;
  /** The speaker, if the drawer is one turn of a conversation; else null. */
  readonly speaker: string | null;
  /** Ordinal of the exchange in its conversation, and of the piece in its exchange. */
  readonly exchange: number | null;
  readonly part: number | null;
}

/** Marks of a new drawer until a person or a rule sets others. */
export const defaultMarks = {
  tier: 'working',
  importance: 0.5,
  pinned: false,
  sensitive: false,
} as const satisfies Partial<NewDrawer>;

/** Where the whole text of a source is one drawer, or there is no source: no part of it is pointed at. */
export const noPassage = { span: null, lines: null } as const satisfies Partial<NewDrawer>;

/** Place in a conversation, of a drawer that is from none. */
export const noExchange = { speaker: null, exchange: null, part: null } as const satisfies Partial<NewDrawer>;

/** One verbatim chunk with its provenance: the unit that is searched, scored, tiered and archived. */
export interface Drawer extends NewDrawer {
  /** The store's integer key; never reused within a palace. */
  readonly rowid: number;
  /** Path of the source (workspace-relative, `/`), or null if there is none. */
  readonly sourceFile: string | null;
  readonly archived: boolean;
  readonly archivedAt: IsoTime | null;
  readonly archiveReason: string | null;
  readonly supersededBy: DrawerId | null;
  readonly consolidatedInto: DrawerId | null;
  readonly accessCount: number;
  readonly lastAccessed: IsoTime | null;
}

/** What the indexes keep of a drawer besides its text. */
export type IndexedDrawer = Pick<
  Drawer,
  | 'rowid'
  | 'id'
  | 'wing'
  | 'room'
  | 'type'
  | 'sourceId'
  | 'sourceFile'
  | 'chunkIndex'
  | 'contentHash'
  | 'filedAt'
  | 'tier'
  | 'importance'
  | 'pinned'
  | 'sensitive'
  | 'archived'
  | 'supersededBy'
  | 'speaker'
  | 'part'
>;

/** Hex SHA-256 of the text's UTF-8 bytes. */
export const contentHash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
