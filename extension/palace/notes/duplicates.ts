import type { Catalogue } from '../catalogue/catalogue.ts';
import { contentHash } from '../model/drawer/drawer.ts';
import type { WingName } from '../model/drawer/ids.ts';
import type { Duplicate } from '../contract/noteSchemas.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';
import { wholeUpTo } from './noteDraft.ts';
import { textStart } from '../../base/text/textStart.ts';

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

/** A text's vector, and the vectors of all embedded drawers. */
export interface Meaning {
  readonly vectors: VectorIndex;
  readonly vector: Float32Array;
}

/** A drawer that says the same, without its text. */
export type DuplicateFound = Pick<Duplicate, 'drawer_id' | 'similarity' | 'kind'>;

/** Drawers with exactly this text, without archived ones. Needs no vectors. */
export const exactDuplicates = (text: string, { catalogue, read }: Looked, wing?: WingName): DuplicateFound[] =>
  exactSlots(text, { catalogue, read })
    .filter(isIn(catalogue, wing))
    .slice(0, most)
    .map((slot) => ({ drawer_id: catalogue.entry(slot).id, similarity: 1, kind: 'exact' }));

/**
 * Drawers with nearly the same meaning but another text, most similar first, without archived ones. Meaning is
 * compared by the first 256 tokens, the part that is embedded. If this text is a note in several parts, its own
 * parts are not near duplicates.
 */
export const nearDuplicatesOf = (
  text: string,
  { vectors, vector }: Meaning,
  looked: Looked,
  wing?: WingName,
): DuplicateFound[] => {
  const { catalogue } = looked;
  const exact = new Set(catalogue.slotsOfText(contentHash(text)));
  const sameNotes = new Set(slotsOfLongNotes(text, looked).map((slot) => catalogue.entry(slot).sourceNumber));
  const found: Found[] = [];
  vectors.scan(vector, catalogue.slots).forEach((cosine, slot) => {
    if (!(cosine > worthComparing) || exact.has(slot) || sameNotes.has(catalogue.entry(slot).sourceNumber)) return;
    const similarity = vectors.cosine(slot, vector);
    if (similarity > nearDuplicate) found.push({ slot, similarity });
  });
  return nearest(found, catalogue, wing);
};

/**
 * The same for the filed note in `slot`; `cosines` has its cosine with each slot. Its own later parts are left out.
 * If it is an issue, so are other issues: they are occurrences.
 */
export const nearDuplicatesOfNote = (
  slot: number,
  cosines: Float64Array,
  catalogue: Catalogue,
): DuplicateFound[] => {
  const { type, sourceNumber } = catalogue.entry(slot);
  const hash = catalogue.contentHashOf(slot);
  const found: Found[] = [];
  cosines.forEach((similarity, other) => {
    if (!(similarity > nearDuplicate) || other === slot || catalogue.contentHashOf(other) === hash) return;
    const entry = catalogue.entry(other);
    if (entry.sourceNumber !== sourceNumber && !(type === 'issue' && entry.type === 'issue'))
      found.push({ slot: other, similarity });
  });
  return nearest(found, catalogue);
};

interface Found {
  readonly slot: number;
  readonly similarity: number;
}

const nearest = (found: readonly Found[], catalogue: Catalogue, wing?: WingName): DuplicateFound[] =>
  found
    .filter(({ slot }) => !catalogue.entry(slot).archived && isIn(catalogue, wing)(slot))
    .sort((a, b) => b.similarity - a.similarity || a.slot - b.slot)
    .slice(0, most)
    .map(({ slot, similarity }) => ({ drawer_id: catalogue.entry(slot).id, similarity, kind: 'near' }));

/** Adds the start of each duplicate's text; empty for a sensitive one. Drawers that are gone are left out. */
export const withTexts = (duplicates: readonly DuplicateFound[], { catalogue, read }: Looked): Duplicate[] =>
  duplicates.flatMap((duplicate) => {
    const slot = catalogue.slotOfId(duplicate.drawer_id);
    const [drawer] = slot === undefined ? [] : read.drawersByRowid([catalogue.rowidOf(slot)]);
    return drawer === undefined
      ? []
      : [{ ...duplicate, text_start: drawer.sensitive ? '' : startOf(drawer.text), type: drawer.type }];
  });

const isIn =
  (catalogue: Catalogue, wing?: WingName) =>
  (slot: number): boolean =>
    wing === undefined || catalogue.entry(slot).wing === wing;

const exactSlots = (text: string, { catalogue, read }: Looked): number[] => [
  ...new Set([...catalogue.slotsOfText(contentHash(text)), ...slotsOfLongNotes(text, { catalogue, read })]),
];

/** First parts of multi-part notes whose joined text is this one. */
const slotsOfLongNotes = (text: string, { catalogue, read }: Looked): number[] => {
  if (text.length <= wholeUpTo) return [];
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

/** What is shown of a text in a list. */
export const startOf = (text: string): string => textStart(text, startLength);
