import type { Catalogue } from '../catalogue/catalogue.ts';
import { contentHash } from '../model/drawer.ts';
import type { WingName } from '../model/ids.ts';
import type { Duplicate } from '../contract/noteSchemas.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';

/** Drawers with a cosine above this say the same (docs/notes.md, Saving). */
const nearDuplicate = 0.95;
/** The scan rounds the query, so a cosine above this is computed exactly. */
const worthComparing = nearDuplicate - 0.005;
/** Most duplicates of each kind that are returned. */
const most = 10;
/** Characters shown of a duplicate's text. */
const startLength = 200;

export interface Looked {
  readonly catalogue: Catalogue;
  readonly read: ReadQueries;
}

/** A note's vector, and the vectors of all embedded drawers. */
export interface Meaning {
  readonly vectors: VectorIndex;
  readonly vector: Float32Array;
}

/**
 * Drawers with exactly this text (similarity 1) or with the same meaning, most similar first, without archived ones.
 * Meaning is compared by the first 256 tokens, the part that is embedded. If `meaning` is null, only equal texts are
 * found.
 */
export const duplicatesOf = (
  text: string,
  meaning: Meaning | null,
  { catalogue, read }: Looked,
  wing?: WingName,
): Duplicate[] => {
  const isWanted = (slot: number): boolean => wing === undefined || catalogue.entry(slot).wing === wing;
  const exact = [
    ...new Set([...catalogue.slotsOfText(contentHash(text)), ...slotsOfLongNotes(text, { catalogue, read })]),
  ].filter(isWanted);
  const known = new Set(exact);
  const near =
    meaning === null ? [] : nearest(meaning, catalogue).filter(({ slot }) => !known.has(slot) && isWanted(slot));
  return [
    ...exact.slice(0, most).map((slot) => ({ slot, similarity: 1, kind: 'exact' as const })),
    ...near.slice(0, most).map((found) => ({ ...found, kind: 'near' as const })),
  ].flatMap(({ slot, similarity, kind }) => {
    const [drawer] = read.drawersByRowid([catalogue.rowidOf(slot)]);
    return drawer === undefined
      ? []
      : [{ drawer_id: drawer.id, similarity, kind, text_start: drawer.sensitive ? '' : startOf(drawer.text) }];
  });
};

/** First parts of multi-part notes whose joined text is this one. */
const slotsOfLongNotes = (text: string, { catalogue, read }: Looked): number[] => {
  const hash = contentHash(text);
  return read
    .sources('note')
    .filter((source) => source.hash === hash)
    .flatMap(({ id }) => {
      const [first, second] = read.drawersOfSource(id);
      const slot =
        first === undefined || second === undefined || first.archived ? undefined : catalogue.slotOfId(first.id);
      return slot === undefined ? [] : [slot];
    });
};

const nearest = (
  { vectors, vector }: Meaning,
  catalogue: Catalogue,
): { readonly slot: number; readonly similarity: number }[] => {
  const found: { readonly slot: number; readonly similarity: number }[] = [];
  vectors.scan(vector, catalogue.slots).forEach((cosine, slot) => {
    if (!(cosine > worthComparing) || catalogue.entry(slot).archived) return;
    const similarity = vectors.cosine(slot, vector);
    if (similarity > nearDuplicate) found.push({ slot, similarity });
  });
  return found.sort((a, b) => b.similarity - a.similarity || a.slot - b.slot);
};

const startOf = (text: string): string => text.slice(0, startLength).replace(/[\ud800-\udbff]$/, '');
