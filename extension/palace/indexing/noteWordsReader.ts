import type { NoteWords } from '../lexical/lexicalDocument.ts';
import type { Drawer } from '../model/drawer.ts';
import { isNoteType } from '../model/noteTypes.ts';
import type { ReadQueries } from '../store/palaceStore.ts';

/** Characters of a title that are indexed. */
const titleLength = 120;

/** Reads what notes are found by beside their text, and notices when it is another. */
export class NoteWordsReader {
  readonly #store: Pick<ReadQueries, 'tagsOf' | 'drawersOfSource'>;
  /** The tags that each note was read with. */
  readonly #known = new Map<number, string>();

  constructor(store: Pick<ReadQueries, 'tagsOf' | 'drawersOfSource'>) {
    this.#store = store;
  }

  /** Reads the tags of those drawers that are notes; what it returns gives a drawer's words, null for what is no note. */
  read(drawers: readonly Drawer[]): (drawer: Drawer) => NoteWords | null {
    const notes = drawers.filter(isNote);
    const tags = this.#tagsOf(notes);
    for (const { rowid } of notes) this.#known.set(rowid, keyOf(tags.get(rowid)));
    return (drawer) =>
      isNote(drawer) ? { title: this.#titleOf(drawer), tags: tags.get(drawer.rowid) ?? [] } : null;
  }

  /** Rowids of those notes that bear other tags than when they were read last. */
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

  /** Where a long note's later part is: the first line of its first part. A sensitive one's is not taken elsewhere. */
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
