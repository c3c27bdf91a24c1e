import type { IndexedDrawer } from '../model/drawer.ts';
import type { NoteWords } from './lexicalDocument.ts';

/** Everything that the indexed document of a drawer is made from; texts are named by their hashes. */
export interface DocumentOrigin {
  readonly drawer: Pick<IndexedDrawer, 'contentHash' | 'type' | 'sourceFile' | 'filedAt' | 'speaker'>;
  /** The hash of the previous turn's text; null if there is none or it is sensitive. */
  readonly hashBefore: string | null;
  readonly note: NoteWords | null;
  /** Spans of secrets, which are not indexed. */
  readonly secrets: readonly { readonly start: number; readonly end: number }[];
}

/** Text that JSON writes unchanged. */
const isPlain = /^[ !#-[\]-~]*$/;
const inJson = (text: string | null): string =>
  text !== null && isPlain.test(text) ? `"${text}"` : JSON.stringify(text);

/** A hash of 53 bits. */
const hash53 = (text: string): number => {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code ^ (low >>> 15), 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
};

/**
 * A number that changes with anything that the document is made from: equal keys of a drawer mean equal documents.
 */
export const documentKey = ({ drawer, hashBefore, note, secrets }: DocumentOrigin): number => {
  const { contentHash, type, sourceFile, filedAt, speaker } = drawer;
  // A JSON array, put together by hand because opening a palace makes one for each drawer.
  const start = `[${inJson(contentHash)},${inJson(type)},${inJson(sourceFile)},${inJson(filedAt)},${speaker !== null}`;
  const rest =
    note === null && secrets.length === 0
      ? 'null,[]'
      : JSON.stringify([
          note === null ? null : [note.title, note.tags],
          secrets.map((span) => [span.start, span.end]),
        ]).slice(1, -1);
  return hash53(`${start},${inJson(hashBefore)},${rest}]`);
};
