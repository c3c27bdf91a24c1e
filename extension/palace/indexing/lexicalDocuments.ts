import { documentKeys, type DocumentOrigin } from '../lexical/documentKey.ts';
import { firstLineOf, lexicalDocument, type LexicalDocument, type NoteWords } from '../lexical/lexicalDocument.ts';
import type { Drawer, IndexedDrawer } from '../model/drawer/drawer.ts';
import type { SourceId } from '../model/drawer/ids.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { TurnBefore } from '../store/queries/turns.ts';

/** A drawer with the key of its document. */
interface KeyedDrawer<D extends IndexedDrawer = IndexedDrawer> {
  readonly drawer: D;
  /** See {@link documentKeys}. */
  readonly key: number;
}

/** A drawer whose document can be made. */
export interface ReadDocument extends KeyedDrawer<Drawer> {
  /** Reads the previous turn's text if it is not among the drawers that were read with this one. */
  readonly document: () => LexicalDocument;
}

type OriginQueries = Pick<ReadQueries, 'tagsOf' | 'findingsOf' | 'turnsBefore' | 'drawersOfSource'>;

/** What a drawer's indexed document is made from besides its text, as now stored. */
interface ReadOrigin<D extends IndexedDrawer> extends KeyedDrawer<D> {
  readonly note: NoteWords | null;
  /** Null if there is none or it is sensitive. */
  readonly turnBefore: TurnBefore | null;
  readonly secrets: DocumentOrigin['secrets'];
}

const readOrigins = <D extends IndexedDrawer>(store: OriginQueries, drawers: readonly D[]): ReadOrigin<D>[] => {
  const notes = drawers.filter(isNote);
  const tags = notes.length === 0 ? undefined : store.tagsOf(notes.map(({ id }) => id));
  const turns = drawers.filter(isTurn);
  const before = turns.length === 0 ? undefined : store.turnsBefore(turns.map(({ rowid }) => rowid));
  const keyOf = documentKeys();
  const titleOf = titlesOf(store);
  return drawers.map((drawer) => {
    const note: NoteWords | null = isNote(drawer)
      ? { title: titleOf(drawer), tags: tags?.get(drawer.id) ?? [] }
      : null;
    const turn = before?.get(drawer.rowid);
    const turnBefore = turn === undefined || turn.sensitive ? null : turn;
    const secrets = drawer.sensitive ? store.findingsOf(drawer.id) : [];
    const key = keyOf({ drawer, hashBefore: turnBefore?.contentHash ?? null, note, secrets });
    return { drawer, key, note, turnBefore, secrets };
  });
};

/** The keys of drawers' documents. Texts are not read, except for the titles of long notes. */
export const readKeys = (store: OriginQueries, drawers: readonly IndexedDrawer[]): readonly KeyedDrawer[] =>
  readOrigins(store, drawers);

/** Reads what the indexed documents of drawers are made from. */
export const readDocuments = (
  store: OriginQueries & Pick<ReadQueries, 'drawersByRowid'>,
  drawers: readonly Drawer[],
): ReadDocument[] => {
  const byRowid = new Map(drawers.map((drawer) => [drawer.rowid, drawer]));
  return readOrigins(store, drawers).map(({ drawer, key, note, turnBefore, secrets }) => ({
    drawer,
    key,
    // Secrets are not indexed: nobody searches for them, and the index is stored in a file.
    document: () => {
      const before =
        turnBefore === null
          ? undefined
          : (byRowid.get(turnBefore.rowid) ?? store.drawersByRowid([turnBefore.rowid])[0]);
      return lexicalDocument({ ...drawer, text: blanked(drawer.text, secrets) }, before?.text ?? null, note);
    },
  }));
};

/**
 * For changed drawers, the others whose documents contain words of theirs: next turns, and the later parts of
 * notes.
 */
export const rowidsBeside = (
  store: Pick<ReadQueries, 'turnsAfter' | 'drawersOfSource'>,
  changed: readonly Drawer[],
): number[] => {
  const turns = changed.filter(isTurn).map(({ rowid }) => rowid);
  const firstParts = changed.filter((drawer) => isNote(drawer) && drawer.part === 0);
  return [
    ...(turns.length === 0 ? [] : store.turnsAfter(turns)),
    ...firstParts.flatMap(({ sourceId }) =>
      sourceId === null ? [] : store.drawersOfSource(sourceId).map(({ rowid }) => rowid),
    ),
  ];
};

/**
 * Gives the title of a later part of a long note: the first line of its first part. Null if the first part is
 * sensitive, so that its text is not copied elsewhere. All parts are read for that, so each note is read once.
 */
const titlesOf = (store: Pick<ReadQueries, 'drawersOfSource'>): ((drawer: IndexedDrawer) => string | null) => {
  const titles = new Map<SourceId, string | null>();
  return ({ part, sourceId }) => {
    if (part === null || part === 0 || sourceId === null) return null;
    const known = titles.get(sourceId);
    if (known !== undefined) return known;
    const [first] = store.drawersOfSource(sourceId);
    const title = first === undefined || first.sensitive ? null : firstLineOf(first.text);
    titles.set(sourceId, title);
    return title;
  };
};

const isNote = ({ type }: IndexedDrawer): boolean => isNoteType(type);

const isTurn = ({ type, speaker, sourceId }: IndexedDrawer): boolean =>
  type === 'conversation' && speaker !== null && sourceId !== null;

/** The text with spaces in place of the spans. */
const blanked = (text: string, spans: DocumentOrigin['secrets']): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
