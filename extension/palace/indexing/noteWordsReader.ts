import type { NoteWords } from '../lexical/lexicalDocument.ts';
import type { Drawer } from '../model/drawer.ts';
import { isNoteType } from '../model/noteTypes.ts';
import type { ReadQueries } from '../store/palaceStore.ts';

/** Maximum number of indexed characters of a title. */
const titleLength = 120;

/** Reads the words that notes are found by besides their text, and detects when the tags have changed. */
export class NoteWordsReader {
  readonly #store: Pick<ReadQueries, 'tagsOf' | 'drawersOfSource'>;
  /** The tags that each note was read with. */
  readonly #known = new Map<number, string>();

  constructor(store: Pick<ReadQueries, 'tagsOf' | 'drawersOfSource'>) {
    this.#store = store;
  }

  /**
   * Reads the tags of the notes among these drawers. The returned function gives a drawer's words, or null if it
   * is not a note.
   */
  read(drawers: readonly Drawer[]): (drawer: Drawer) => NoteWords | null {
    const notes = drawers.filter(isNote);
    const tags = this.#tagsOf(notes);
    for (const { rowid } of notes) this.#known.set(rowid, keyOf(tags.get(rowid)));
    return (drawer) =>
      isNote(drawer) ? { title: this.#titleOf(drawer), tags: tags.get(drawer.rowid) ?? [] } : null;
  }

  /** Rowids of the notes whose tags have changed since they were last read. */
  changed(drawers: readonly Drawer[]): ReadonlySet<number> {
    const notes = drawers.filter(isNote);
    const tags = this.#tagsOf(notes);
    return new Set(
      notes.map(({ rowid }) => rowid).filter((rowid) => this.#known.get(rowid) !== keyOf(tags.get(rowid))),
    );
  }

  #tagsOf(notes: readonly Drawer[]): ReadonlyMap<number, readonly string[]> {
    const tags =
      notes.length === 0 ? new Map<string, readonly string[]>() : this.#store.tagsOf(notes.map(({ id }) => id));
    return new Map(notes.map(({ rowid, id }) => [rowid, tags.get(id) ?? []]));
  }

  /**
   * The title of a later part of a long note: the first line of its first part. Null if the first part is
   * sensitive, so that its text is not copied elsewhere.
   */
  #titleOf({ part, sourceId }: Drawer): string | null {
    if (part === null || part === 0 || sourceId === null) return null;
    const [first] = this.#store.drawersOfSource(sourceId);
    return first === undefined || first.sensitive
      ? null
      : (first.text.trimStart().split('\n', 1)[0]?.slice(0, titleLength) ?? null);
  }
}

const isNote = ({ type }: Drawer): boolean => isNoteType(type);

const keyOf = (tags: readonly string[] | undefined): string => JSON.stringify(tags ?? []);
