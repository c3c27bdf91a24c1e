import type { IndexedDrawer } from '../model/drawer/drawer.ts';
import type { NoteWords } from './lexicalDocument.ts';
import type { TextRange } from '../model/text/textRange.ts';

/** Everything that the indexed document of a drawer is made from; texts are named by their hashes. */
export interface DocumentOrigin {
  readonly drawer: Pick<IndexedDrawer, 'contentHash' | 'type' | 'sourceFile' | 'filedAt' | 'speaker'>;
  /** The hash of the previous turn's text; null if there is none or it is sensitive. */
  readonly hashBefore: string | null;
  readonly note: NoteWords | null;
  /** Spans of secrets, which are not indexed. */
  readonly secrets: readonly TextRange[];
}

/** Text that JSON writes unchanged. */
const isPlain = /^[ !#-[\]-~]*$/;
const inJson = (text: string | null): string =>
  text !== null && isPlain.test(text) ? `"${text}"` : JSON.stringify(text);

/** A hash that can go on. */
interface HashState {
  readonly low: number;
  readonly high: number;
}

const hashStart: HashState = { low: 0x811c9dc5, high: 0x9e3779b9 };

const hashed = (state: HashState, text: string): HashState => {
  let { low, high } = state;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code ^ (low >>> 15), 0x85ebca6b);
  }
  return { low, high };
};

/** 53 bits. */
const numberOf = ({ low, high }: HashState): number => (high >>> 11) * 2 ** 32 + (low >>> 0);

/**
 * Gives a document a number that changes with anything that it is made from: equal keys of a drawer mean equal documents. It is
 * the hash of a JSON array, which begins with what the drawers of a source share: opening a palace needs a key for each
 * drawer, and goes on from the one before.
 */
export const documentKeys = (): ((origin: DocumentOrigin) => number) => {
  let begun: { readonly shared: DocumentOrigin['drawer']; readonly state: HashState } | undefined;
  return ({ drawer, hashBefore, note, secrets }) => {
    if (begun === undefined || !areAlike(begun.shared, drawer))
      begun = { shared: drawer, state: hashed(hashStart, beginning(drawer)) };
    const rest =
      note === null && secrets.length === 0
        ? 'null,[]'
        : JSON.stringify([
            note === null ? null : [note.title, note.tags],
            secrets.map((span) => [span.start, span.end]),
          ]).slice(1, -1);
    return numberOf(hashed(begun.state, `${inJson(drawer.contentHash)},${inJson(hashBefore)},${rest}]`));
  };
};

const beginning = ({ type, sourceFile, filedAt, speaker }: DocumentOrigin['drawer']): string =>
  `[${inJson(type)},${inJson(sourceFile)},${inJson(filedAt)},${speaker !== null},`;

/** Whether the keys of both have the same beginning. */
const areAlike = (a: DocumentOrigin['drawer'], b: DocumentOrigin['drawer']): boolean =>
  a.sourceFile === b.sourceFile &&
  a.filedAt === b.filedAt &&
  a.type === b.type &&
  (a.speaker === null) === (b.speaker === null);
