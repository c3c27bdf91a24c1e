import { documentKey, type DocumentOrigin } from '../lexical/documentKey.ts';
import { lexicalDocument, type LexicalDocument, type NoteWords } from '../lexical/lexicalDocument.ts';
import type { Drawer } from '../model/drawer.ts';
import { isNoteType } from '../model/noteTypes.ts';
import type { ReadQueries } from '../store/palaceStore.ts';

/** Maximum number of indexed characters of a title. */
const titleLength = 120;

/** A drawer whose document can be made. */
export interface ReadDocument {
  readonly drawer: Drawer;
  /** {@link documentKey} */
  readonly key: number;
  /** Reads the previous turn's text if it is not among the drawers that were read with this one. */
  readonly document: () => LexicalDocument;
}

/** Reads what the indexed documents of drawers are made from, as it stands in the store now. */
export const readDocuments = (
  store: Pick<ReadQueries, 'tagsOf' | 'findingsOf' | 'turnsBefore' | 'drawersOfSource' | 'drawersByRowid'>,
  drawers: readonly Drawer[],
): ReadDocument[] => {
  const byRowid = new Map(drawers.map((drawer) => [drawer.rowid, drawer]));
  const notes = drawers.filter(isNote);
  const tags = notes.length === 0 ? undefined : store.tagsOf(notes.map(({ id }) => id));
  const turns = drawers.filter(isTurn);
  const before = turns.length === 0 ? undefined : store.turnsBefore(turns.map(({ rowid }) => rowid));
  return drawers.map((drawer) => {
    const note: NoteWords | null = isNote(drawer)
      ? { title: titleOf(store, drawer), tags: tags?.get(drawer.id) ?? [] }
      : null;
    const turn = before?.get(drawer.rowid);
    const shown = turn === undefined || turn.sensitive ? null : turn;
    const secrets = drawer.sensitive ? store.findingsOf(drawer.id) : [];
    const textBefore = (): string | null =>
      shown === null ? null : ((byRowid.get(shown.rowid) ?? store.drawersByRowid([shown.rowid])[0])?.text ?? null);
    return {
      drawer,
      key: documentKey({ drawer, hashBefore: shown?.contentHash ?? null, note, secrets }),
      // Secrets are not indexed: nobody searches for them, and the index is stored in a file.
      document: () => lexicalDocument({ ...drawer, text: blanked(drawer.text, secrets) }, textBefore(), note),
    };
  });
};

/** Of changed drawers, the others whose documents hold words of theirs: next turns, and the later parts of notes. */
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
 * The title of a later part of a long note: the first line of its first part. Null if the first part is
 * sensitive, so that its text is not copied elsewhere.
 */
const titleOf = (store: Pick<ReadQueries, 'drawersOfSource'>, { part, sourceId }: Drawer): string | null => {
  if (part === null || part === 0 || sourceId === null) return null;
  const [first] = store.drawersOfSource(sourceId);
  return first === undefined || first.sensitive
    ? null
    : (first.text.trimStart().split('\n', 1)[0]?.slice(0, titleLength) ?? null);
};

const isNote = ({ type }: Drawer): boolean => isNoteType(type);

const isTurn = ({ type, speaker, sourceId }: Drawer): boolean =>
  type === 'conversation' && speaker !== null && sourceId !== null;

/** The text with spaces in place of the spans. */
const blanked = (text: string, spans: DocumentOrigin['secrets']): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
