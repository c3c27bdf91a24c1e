import { analysisVersion, type Analyser } from './text/analysis.ts';
import { Bm25Index } from './bm25Index.ts';
import { inOrder } from './inOrder.ts';
import { noSlot, PostingWriter, slotLimit } from './postingBytes.ts';
import { PostingLists } from './postingLists.ts';
import { checksum, checksumBytes } from './savedPaths.ts';

/**
 * A field of the saved index, little-endian words of 32 bits:
 *   magic, format, analysis version, documents, keys, terms, bytes of postings, ASCII terms, their bytes, other bytes
 *   SHA-256 of the header so far and of everything after this hash (8 words)
 *   rowids (float64, ascending), keys (float64; the text has one for each document, the names have none), lengths,
 *   postings per term, postings (`postingBytes.ts`, with the document's ordinal for its slot, ascending), ASCII terms, other
 *   terms (UTF-8), each joined by line feeds
 */
const magic = 0x58_4c_50_53;
const formatVersion = 5;
const headWords = 10;
const headBytes = headWords * 4;
const bodyAt = headBytes + checksumBytes;
const ascii = /^[\x00-\x7f]*$/;

/** The parts of a field, as they are in the file. */
interface SavedField {
  readonly rowids: Float64Array;
  readonly keys: Float64Array;
  readonly lengths: Uint32Array;
  readonly counts: Uint32Array;
  readonly postings: Uint8Array;
  readonly terms: readonly string[];
}

export const bytesOf = (array: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The field as bytes, in chunks. `keyOf` is left out for a field without keys. */
export const serialiseField = (
  index: Bm25Index,
  rowidOfSlot: (slot: number) => number,
  keyOf?: (slot: number) => number,
): Uint8Array[] => {
  const snapshot = index.snapshot();
  const keys = keyOf === undefined ? new Float64Array(0) : Float64Array.from(snapshot.slots, keyOf);
  const end = (snapshot.slots.at(-1) ?? -1) + 1;
  const ordinals = new Uint32Array(end);
  snapshot.slots.forEach((slot, ordinal) => (ordinals[slot] = ordinal));
  const areOrdinals = snapshot.slots.length === end;
  const order = [...snapshot.terms.keys()];
  const isAscii = snapshot.terms.map((term) => ascii.test(term));
  const asciiIds = order.filter((id) => isAscii[id]);
  const ids = [...asciiIds, ...order.filter((id) => !isAscii[id])];
  const counts = Uint32Array.from(ids, (id) => snapshot.counts[id] ?? 0);
  const postings = new PostingWriter();
  for (const id of ids) {
    const written = areOrdinals ? snapshot.written(id) : undefined;
    if (written !== undefined) postings.copy(written);
    // A slot that was filled anew stands behind those above it.
    else postings.add(inOrder(snapshot.postings(id)), ordinals);
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
    postings.bytes.length,
    asciiIds.length,
    asciiTerms.length,
    otherTerms.length,
  );
  const body = [
    bytesOf(Float64Array.from(snapshot.slots, rowidOfSlot)),
    bytesOf(keys),
    bytesOf(snapshot.lengths),
    bytesOf(counts),
    postings.bytes,
    asciiTerms,
    otherTerms,
  ];
  return [bytesOf(head), checksum([bytesOf(head), ...body]), ...body];
};

/** Splits joined terms; undefined if there are not `count` of them. */
const splitTerms = (joined: string, count: number): string[] | undefined => {
  if (count === 0) return joined === '' ? [] : undefined;
  const terms = joined.split('\n');
  return terms.length === count ? terms : undefined;
};

/** Undefined for another format or analysis, and for a torn or altered field. */
export const parseField = (bytes: Uint8Array | undefined): SavedField | undefined => {
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
    postingBytes = 0,
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
  const asciiAt = postingsAt + postingBytes;
  const otherAt = asciiAt + asciiBytes;
  if (otherAt + otherBytes !== bytes.length) return undefined;
  const stored = bytes.subarray(headBytes, bodyAt);
  if (!checksum([bytes.subarray(0, headBytes), bytes.subarray(bodyAt)]).equals(stored)) return undefined;

  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const asciiTerms = splitTerms(text.toString('latin1', asciiAt, otherAt), asciiCount);
  const otherTerms = splitTerms(text.toString('utf8', otherAt), termCount - asciiCount);
  const counts = words(countsAt, termCount);
  if (asciiTerms === undefined || otherTerms === undefined) return undefined;
  return {
    rowids: numbers(bodyAt, documents),
    keys: numbers(keysAt, keyCount),
    lengths: words(lengthsAt, documents),
    counts,
    postings: bytes.subarray(postingsAt, asciiAt),
    terms: asciiTerms.concat(otherTerms),
  };
};

/** The field under new slots, by ordinal, which rise. Undefined if its postings are not those of its documents. */
export const restoreField = (
  { postings, counts, lengths, terms }: SavedField,
  slots: Uint32Array,
  analyser: Analyser,
  b?: number,
): Bm25Index | undefined => {
  // A copy, so that the rest of the file does not stay in memory with them.
  const lists = PostingLists.of(counts, postings.slice(), slots.length);
  if (lists === undefined) return undefined;
  if (slots.every((slot, ordinal) => slot === ordinal))
    return Bm25Index.restore(analyser, { slots, lengths, terms, lists }, b);
  const isKept = (_: number, ordinal: number): boolean => slots[ordinal] !== noSlot;
  const kept = keptLists(lists, terms, slots);
  return (
    kept &&
    Bm25Index.restore(analyser, { slots: slots.filter(isKept), lengths: lengths.filter(isKept), ...kept }, b)
  );
};

/** The lists under the new slots of their documents, some of which have none, and the terms that are left. */
const keptLists = (
  lists: PostingLists,
  terms: readonly string[],
  slots: Uint32Array,
): { readonly terms: readonly string[]; readonly lists: PostingLists } | undefined => {
  const keptCounts: number[] = [];
  const keptTerms: string[] = [];
  const writer = new PostingWriter();
  for (let term = 0; term < terms.length; term += 1) {
    const kept = writer.add(lists.read(term), slots);
    if (kept === 0) continue;
    keptCounts.push(kept);
    keptTerms.push(terms[term] ?? '');
  }
  const renamed = PostingLists.of(Uint32Array.from(keptCounts), writer.bytes.slice(), slotLimit);
  return renamed && { terms: keptTerms, lists: renamed };
};
