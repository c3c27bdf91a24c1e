import { partitionPoint } from '../../base/partitionPoint.ts';
import { analysisVersion, type Analyser } from './text/analysis.ts';
import { Bm25Index } from './bm25Index.ts';
import { LexicalIndex, namesB } from './lexicalIndex.ts';
import { PathIndex, pathB } from './pathIndex.ts';
import { checksum, checksumBytes, parsePaths, serialisePaths } from './savedPaths.ts';
import { PostingLists, slotLimit } from './postingLists.ts';

/**
 * The saved index has four parts: the fields text, names and paths, and the paths themselves. It is their lengths in bytes
 * (float64), then the parts, one after the other. The last one is a SHA-256, then the paths as a JSON list; the documents
 * of the field of paths are numbered in their order.
 *
 * A field, little-endian words of 32 bits:
 *   magic, format, analysis version, documents, keys, terms, postings, ASCII terms, their bytes, other bytes
 *   SHA-256 of the header so far and of everything after this hash (8 words)
 *   rowids (float64, ascending), keys (float64; the text has one for each document, the names have none), lengths,
 *   postings per term, postings (document ordinal << 8 | frequency), ASCII terms, other terms (UTF-8), each joined by line feeds
 */
const magic = 0x58_4c_50_53;
const formatVersion = 4;
const headWords = 10;
const headBytes = headWords * 4;
const bodyAt = headBytes + checksumBytes;
const parts = 4;
/** After the lengths of the parts. */
const partsAt = parts * 8;
const ascii = /^[\x00-\x7f]*$/;

const isLength = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const bytesOf = (array: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const isLittleEndian = (): boolean => new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * The index as bytes, in chunks to be written one after another. Drawers are named by rowid, because a palace
 * assigns new slots whenever it is opened; `rowidOfSlot` must rise with the slot.
 */
export const serialiseIndex = (index: LexicalIndex, rowidOfSlot: (slot: number) => number): Uint8Array[] => {
  const { text, names, paths } = index.fields;
  const { saved } = paths;
  const written = [
    serialiseField(text, rowidOfSlot, (slot) => index.keyOf(slot) ?? NaN),
    serialiseField(names, rowidOfSlot),
    serialiseField(saved.index, (number) => number),
    serialisePaths(saved.paths),
  ];
  const lengths = written.map((chunks) => chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  return [bytesOf(Float64Array.from(lengths)), ...written.flat()];
};

const serialiseField = (
  index: Bm25Index,
  rowidOfSlot: (slot: number) => number,
  keyOf?: (slot: number) => number,
): Uint8Array[] => {
  const snapshot = index.snapshot();
  const keys = keyOf === undefined ? new Float64Array(0) : Float64Array.from(snapshot.slots, keyOf);
  const ordinals = new Uint32Array((snapshot.slots.at(-1) ?? -1) + 1);
  snapshot.slots.forEach((slot, ordinal) => (ordinals[slot] = ordinal));
  const order = [...snapshot.terms.keys()];
  const isAscii = snapshot.terms.map((term) => ascii.test(term));
  const asciiIds = order.filter((id) => isAscii[id]);
  const ids = [...asciiIds, ...order.filter((id) => !isAscii[id])];
  const counts = Uint32Array.from(ids, (id) => snapshot.postings(id).length);
  const postings = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const id of ids) {
    const list = snapshot.postings(id);
    for (let i = 0; i < list.length; i += 1) {
      const posting = list[i] ?? 0;
      postings[at + i] = (((ordinals[posting >>> 8] ?? 0) << 8) | (posting & 255)) >>> 0;
    }
    at += list.length;
  }
  const joined = (list: readonly number[]): Buffer =>
    Buffer.from(list.map((id) => snapshot.terms[id]).join('\n'), 'utf8');
  const asciiTerms = joined(asciiIds);
  const otherTerms = joined(ids.slice(asciiIds.length));
  const head = Uint32Array.of(
    magic,
    formatVersion,
    analysisVersion,
    snapshot.slots.length,
    keys.length,
    ids.length,
    postings.length,
    asciiIds.length,
    asciiTerms.length,
    otherTerms.length,
  );
  const body = [
    bytesOf(Float64Array.from(snapshot.slots, rowidOfSlot)),
    bytesOf(keys),
    bytesOf(snapshot.lengths),
    bytesOf(counts),
    bytesOf(postings),
    asciiTerms,
    otherTerms,
  ];
  return [bytesOf(head), checksum([bytesOf(head), ...body]), ...body];
};

/** A complete saved index. */
export interface SavedIndex {
  /** Rowids of the indexed drawers, ascending. */
  readonly rowids: Float64Array;
  /** The key of a drawer's document; undefined if the drawer is not indexed. */
  readonly keyOf: (rowid: number) => number | undefined;
  /**
   * The index of these drawers, which rise by rowid, under their new slots. Undefined if the slots don't rise with the
   * rowids, or if the saved data is not a valid index.
   */
  readonly restore: (drawers: readonly SavedDrawer[], analyser: Analyser) => LexicalIndex | undefined;
}

/** A drawer of a saved index, as it is now. */
export interface SavedDrawer {
  readonly rowid: number;
  readonly slot: number;
  /** The path under which it is found; null if there is none. */
  readonly path: string | null;
  readonly key: number;
}

/** The parts of a field, as they are in the file. */
interface SavedField {
  readonly rowids: Float64Array;
  readonly keys: Float64Array;
  readonly lengths: Uint32Array;
  readonly counts: Uint32Array;
  readonly postings: Uint32Array;
  readonly terms: readonly string[];
}

/** Splits joined terms; undefined if there are not `count` of them. */
const splitTerms = (joined: string, count: number): string[] | undefined => {
  if (count === 0) return joined === '' ? [] : undefined;
  const terms = joined.split('\n');
  return terms.length === count ? terms : undefined;
};

/**
 * Reads what {@link serialiseIndex} wrote. Undefined for anything else: another format or analysis, a torn or
 * altered file. The documents' keys tell whether they are those of the palace.
 */
export const parseIndex = (buffer: Uint8Array): SavedIndex | undefined => {
  const [textBytes, nameBytes, pathBytes, listBytes] = partsOf(buffer) ?? [];
  const text = parseField(textBytes);
  const names = parseField(nameBytes);
  const paths = parseField(pathBytes);
  const listed = listBytes && paths && parsePaths(listBytes, paths.rowids.length);
  if (text === undefined || names === undefined || paths === undefined || listed === undefined) return undefined;
  const { rowids, keys } = text;
  if (keys.length !== rowids.length || names.rowids.length !== rowids.length) return undefined;
  if (names.rowids.some((rowid, i) => rowid !== rowids[i])) return undefined;
  return {
    rowids,
    keyOf: (rowid) => keys[placeOf(rowid, rowids)],
    restore: (drawers, analyser) => {
      const slots = newSlots(rowids, drawers);
      if (slots === undefined) return undefined;
      const [byText, byNames, byPath] = [
        restoreField(text, slots, analyser),
        restoreField(names, slots, analyser, namesB),
        restoreField(paths, Uint32Array.from(paths.rowids.keys()), analyser, pathB),
      ];
      if (byText === undefined || byNames === undefined || byPath === undefined) return undefined;
      const fields = { text: byText, names: byNames, paths: PathIndex.restore({ index: byPath, paths: listed }) };
      const index = new LexicalIndex(analyser, fields);
      index.complete(drawers);
      return index;
    },
  };
};

/** The bytes of each part; undefined if these are not all the bytes there are. */
const partsOf = (buffer: Uint8Array): Uint8Array[] | undefined => {
  if (!isLittleEndian() || buffer.length < partsAt) return undefined;
  // Typed arrays need offsets that are multiples of eight.
  const bytes = buffer.byteOffset % 8 === 0 ? buffer : new Uint8Array(buffer);
  const found: Uint8Array[] = [];
  let at = partsAt;
  for (const length of new Float64Array(bytes.buffer, bytes.byteOffset, parts)) {
    // A torn file may hold any number here.
    if (!isLength(length) || at + length > bytes.length) return undefined;
    const part = bytes.subarray(at, at + length);
    found.push(part.byteOffset % 8 === 0 ? part : new Uint8Array(part));
    at += length;
  }
  return at === bytes.length ? found : undefined;
};

/** Index of a number in an ascending list; -1 if it is not there. */
const placeOf = (wanted: number, rising: Float64Array): number => {
  const at = partitionPoint(0, rising.length, (place) => (rising[place] ?? 0) < wanted);
  return rising[at] === wanted ? at : -1;
};

const parseField = (bytes: Uint8Array | undefined): SavedField | undefined => {
  if (bytes === undefined || bytes.length < bodyAt) return undefined;
  const words = (byteOffset: number, length: number): Uint32Array =>
    new Uint32Array(bytes.buffer, bytes.byteOffset + byteOffset, length);
  const numbers = (byteOffset: number, length: number): Float64Array =>
    new Float64Array(bytes.buffer, bytes.byteOffset + byteOffset, length);
  const [
    mark,
    format,
    analysis,
    documents = 0,
    keyCount = 0,
    termCount = 0,
    postingCount = 0,
    asciiCount = 0,
    asciiBytes = 0,
    otherBytes = 0,
  ] = words(0, headWords);
  if (mark !== magic || format !== formatVersion || analysis !== analysisVersion || asciiCount > termCount)
    return undefined;
  const keysAt = bodyAt + documents * 8;
  const lengthsAt = keysAt + keyCount * 8;
  const countsAt = lengthsAt + documents * 4;
  const postingsAt = countsAt + termCount * 4;
  const asciiAt = postingsAt + postingCount * 4;
  const otherAt = asciiAt + asciiBytes;
  if (otherAt + otherBytes !== bytes.length) return undefined;
  const stored = bytes.subarray(headBytes, bodyAt);
  if (!checksum([bytes.subarray(0, headBytes), bytes.subarray(bodyAt)]).equals(stored)) return undefined;

  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const asciiTerms = splitTerms(text.toString('latin1', asciiAt, otherAt), asciiCount);
  const otherTerms = splitTerms(text.toString('utf8', otherAt), termCount - asciiCount);
  const counts = words(countsAt, termCount);
  if (asciiTerms === undefined || otherTerms === undefined) return undefined;
  if (counts.reduce((sum, count) => sum + count, 0) !== postingCount) return undefined;
  return {
    rowids: numbers(bodyAt, documents),
    keys: numbers(keysAt, keyCount),
    lengths: words(lengthsAt, documents),
    counts,
    postings: words(postingsAt, postingCount),
    terms: asciiTerms.concat(otherTerms),
  };
};

/** Stands for the slot of a drawer that has none. */
const noSlot = 2 ** 32 - 1;

/** The new slot of each document; undefined if the slots don't rise. */
const newSlots = (
  rowids: Float64Array,
  drawers: readonly { readonly rowid: number; readonly slot: number }[],
): Uint32Array | undefined => {
  const slots = new Uint32Array(rowids.length).fill(noSlot);
  let [previous, place] = [-1, -1];
  for (const { rowid, slot } of drawers) {
    const at = placeOf(rowid, rowids);
    if (at === -1) continue;
    if (slot <= previous || at <= place || slot >= slotLimit) return undefined;
    slots[at] = slot;
    [previous, place] = [slot, at];
  }
  return slots;
};

/** Undefined if a posting names a document that does not exist. */
const restoreField = (
  field: SavedField,
  slots: Uint32Array,
  analyser: Analyser,
  b?: number,
): Bm25Index | undefined => {
  const pool = new Uint32Array(field.postings.length);
  const counts: number[] = [];
  const terms: string[] = [];
  let [from, kept] = [0, 0];
  for (let term = 0; term < field.counts.length; term += 1) {
    const end = from + (field.counts[term] ?? 0);
    const start = kept;
    for (; from < end; from += 1) {
      const posting = field.postings[from] ?? 0;
      const slot = slots[posting >>> 8];
      if (slot === undefined) return undefined;
      if (slot === noSlot) continue;
      pool[kept] = ((slot << 8) | (posting & 255)) >>> 0;
      kept += 1;
    }
    if (kept === start) continue;
    counts.push(kept - start);
    terms.push(field.terms[term] ?? '');
  }
  const isKept = (_: number, i: number): boolean => slots[i] !== noSlot;
  const parts = {
    slots: slots.filter(isKept),
    lengths: field.lengths.filter(isKept),
    terms,
    lists: PostingLists.of(Uint32Array.from(counts), pool.subarray(0, kept)),
  };
  return Bm25Index.restore(analyser, parts, b);
};
