import { chunkText } from '../filing/chunker.ts';
import { composeDrawerId, drawerKey } from '../filing/drawerIds.ts';
import { NORMALIZE_VERSION } from '../filing/normalizeVersion.ts';
import { reviewedProperty, screenedInsert } from '../filing/secrets/screenedInsert.ts';
import { contentHash, noExchange, type LineRange, type NewDrawer, type Tier } from '../model/drawer/drawer.ts';
import type { IsoTime, RoomName, SourceId, WingName } from '../model/drawer/ids.ts';
import type { NoteType } from '../model/drawer/noteTypes.ts';
import type { SourceRecord } from '../model/source/source.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';

/** Longest note that is filed as one drawer, in characters. */
export const wholeUpTo = 8000;

/** A validated note, ready to be filed. */
export interface NoteDraft {
  readonly text: string;
  readonly type: NoteType;
  readonly wing: WingName;
  readonly room: RoomName;
  readonly tags: readonly string[];
  readonly tier: Tier;
  readonly pinned: boolean;
  readonly importance: number;
  readonly sensitive: boolean;
  /** The file the text was taken from, or `''` if it was written by hand. */
  readonly path: string;
  /** Lines in `path`. */
  readonly lines: LineRange | null;
  readonly filedAt: IsoTime;
  readonly createdAt: IsoTime;
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * Files a note as its own source: one drawer, or parts whose joined text is the note. Returns them in order, with their
 * rowids.
 */
export const fileNote = (
  transaction: WriteTransaction,
  draft: NoteDraft,
  id: SourceId,
  now: IsoTime,
): readonly { readonly drawer: NewDrawer; readonly rowid: number }[] => {
  const drawers = partsOf(draft, id);
  transaction.putSource(sourceOf(draft, id, now));
  const reviewed = new Set(reviewedProperty in draft.properties ? drawers.map((drawer) => drawer.id) : []);
  const rowids = screenedInsert(transaction, drawers, { path: draft.path, reviewed });
  for (const drawer of drawers) {
    if (draft.tags.length > 0) transaction.addTags(drawer.id, draft.tags);
    transaction.putProperties(drawer.id, draft.properties);
  }
  return drawers.flatMap((drawer, i) => {
    const rowid = rowids[i];
    return rowid === undefined ? [] : [{ drawer, rowid }];
  });
};

/** The text of a note's first drawer. */
export const firstPartOf = (text: string): string => piecesOf(text)[0]?.text ?? text;

const piecesOf = (
  text: string,
): readonly { readonly text: string; readonly start: number; readonly end: number }[] =>
  text.length <= wholeUpTo ? [{ text, start: 0, end: text.length }] : chunkText(text);

/** The note's drawers. A note of up to 8,000 characters has one. */
const partsOf = (draft: NoteDraft, id: SourceId): NewDrawer[] => {
  const { text, wing, room, type, filedAt, createdAt, tier, importance, pinned, sensitive, lines } = draft;
  const pieces = piecesOf(text);
  const ordinals = new Map<string, number>();
  return pieces.map((piece, part) => {
    const hash = contentHash(piece.text);
    const ordinal = ordinals.get(hash) ?? 0;
    ordinals.set(hash, ordinal + 1);
    return {
      id: composeDrawerId(wing, room, drawerKey(id, hash, ordinal)),
      wing,
      room,
      type,
      text: piece.text,
      sourceId: id,
      span: { start: piece.start, end: piece.end },
      lines,
      chunkIndex: part,
      contentHash: hash,
      filedAt,
      createdAt,
      tier,
      importance,
      pinned,
      sensitive,
      ...noExchange,
      part: pieces.length === 1 ? null : part,
    };
  });
};

const sourceOf = ({ text, path, filedAt }: NoteDraft, id: SourceId, now: IsoTime): SourceRecord => ({
  id,
  kind: 'note',
  path,
  hash: contentHash(text),
  size: Buffer.byteLength(text),
  mtimeMs: Date.parse(filedAt),
  normalizeVersion: NORMALIZE_VERSION,
  minedAt: now,
});
