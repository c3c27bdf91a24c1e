import { createHash } from 'node:crypto';
import { analysisVersion, type Analyser } from './analysis.ts';
import { Bm25Index } from './bm25Index.ts';
import { LexicalIndex, namesB } from './lexicalIndex.ts';
import { PostingLists, slotLimit } from './postingLists.ts';

/**
 * The saved index is two fields, text and names: their lengths in bytes (float64), then the fields, one after the other.
 * The paths are few and are indexed anew.
 *
 * A field, little-endian words of 32 bits:
 *   magic, format, analysis version, revision (low, high), documents, terms, postings, ASCII terms, their bytes, other bytes, 0
 *   SHA-256 of the header so far and of everything after this hash (8 words)
 *   rowids (float64, ascending), lengths, postings per term, postings (document ordinal << 8 | frequency),
 *   ASCII terms, other terms (UTF-8), each joined by line feeds
 */
const magic = 0x58_4c_50_53;
const formatVersion = 2;
const headWords = 12;
const headBytes = headWords * 4;
const checksumBytes = 32;
const bodyAt = headBytes + checksumBytes;
/** Two lengths of fields. */
const fieldsAt = 16;
const ascii = /^[\x00-\x7f]*$/;

const isLength = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const bytesOf = (array: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const isLittleEndian = (): boolean => new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

const checksum = (chunks: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest();
};

/**
 * The index as bytes, in chunks to be written one after another. Drawers are named by rowid, since a palace assigns slots
 * anew whenever it is opened; `rowidOfSlot` must rise with the slot. `revision` is that of the palace which the index
 * reflects.
 */
export const serialiseIndex = (
  { fields }: LexicalIndex,
  rowidOfSlot: (slot: number) => number,
  revision: number,
): Uint8Array[] => {
  const parts = [fields.text, fields.names].map((field) => {
    const chunks = serialiseField(field, rowidOfSlot, revision);
    return { length: chunks.reduce((sum, chunk) => sum + chunk.length, 0), chunks };
  });
  return [bytesOf(Float64Array.from(parts, ({ length }) => length)), ...parts.flatMap(({ chunks }) => chunks)];
};

const serialiseField = (
  index: Bm25Index,
  rowidOfSlot: (slot: number) => number,
  revision: number,
): Uint8Array[] => {
  const snapshot = index.snapshot();
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
    revision % 2 ** 32,
    Math.floor(revision / 2 ** 32),
    snapshot.slots.length,
    ids.length,
    postings.length,
    asciiIds.length,
    asciiTerms.length,
    otherTerms.length,
    0,
  );
  const body = [
    bytesOf(Float64Array.from(snapshot.slots, rowidOfSlot)),
    bytesOf(snapshot.lengths),
    bytesOf(counts),
    bytesOf(postings),
    asciiTerms,
    otherTerms,
  ];
  return [bytesOf(head), checksum([bytesOf(head), ...body]), ...body];
};

export interface ParsedIndex {
  /** Without the drawers' paths. */
  readonly index: LexicalIndex;
  readonly revision: number;
}

interface ParsedField {
  readonly index: Bm25Index;
  readonly revision: number;
}

/** Splits joined terms; undefined if there are not `count` of them. */
const splitTerms = (joined: string, count: number): string[] | undefined => {
  if (count === 0) return joined === '' ? [] : undefined;
  const terms = joined.split('\n');
  return terms.length === count ? terms : undefined;
};

/**
 * Reads what {@link serialiseIndex} wrote, under new slots. Undefined for anything else: another format or analysis,
 * a torn or altered file, a rowid without a slot. The caller checks whether `revision` is the palace's.
 */
export const parseIndex = (
  buffer: Uint8Array,
  slotOfRowid: (rowid: number) => number | undefined,
  analyser: Analyser,
): ParsedIndex | undefined => {
  if (!isLittleEndian() || buffer.length < fieldsAt) return undefined;
  // Typed arrays need offsets that are multiples of eight.
  const bytes = buffer.byteOffset % 8 === 0 ? buffer : new Uint8Array(buffer);
  const [textLength = 0, namesLength = 0] = new Float64Array(bytes.buffer, bytes.byteOffset, 2);
  const namesAt = fieldsAt + textLength;
  // A torn file may hold any number here.
  if (!isLength(textLength) || !isLength(namesLength) || namesAt + namesLength !== bytes.length) return undefined;
  const text = parseField(bytes.subarray(fieldsAt, namesAt), slotOfRowid, analyser);
  // Copied, so that it begins at a multiple of eight.
  const names = parseField(new Uint8Array(bytes.subarray(namesAt)), slotOfRowid, analyser, namesB);
  if (text === undefined || names === undefined || text.revision !== names.revision) return undefined;
  if (text.index.size !== names.index.size) return undefined;
  return {
    index: new LexicalIndex(analyser, { text: text.index, names: names.index }),
    revision: text.revision,
  };
};

const parseField = (
  bytes: Uint8Array,
  slotOfRowid: (rowid: number) => number | undefined,
  analyser: Analyser,
  b?: number,
): ParsedField | undefined => {
  if (bytes.length < bodyAt) return undefined;
  const words = (byteOffset: number, length: number): Uint32Array =>
    new Uint32Array(bytes.buffer, bytes.byteOffset + byteOffset, length);
  const [
    mark,
    format,
    analysis,
    low = 0,
    high = 0,
    documents = 0,
    termCount = 0,
    postingCount = 0,
    asciiCount = 0,
    asciiBytes = 0,
    otherBytes = 0,
  ] = words(0, headWords);
  if (mark !== magic || format !== formatVersion || analysis !== analysisVersion || asciiCount > termCount)
    return undefined;
  const lengthsAt = bodyAt + documents * 8;
  const countsAt = lengthsAt + documents * 4;
  const postingsAt = countsAt + termCount * 4;
  const asciiAt = postingsAt + postingCount * 4;
  const otherAt = asciiAt + asciiBytes;
  if (otherAt + otherBytes !== bytes.length) return undefined;
  const stored = bytes.subarray(headBytes, bodyAt);
  if (!checksum([bytes.subarray(0, headBytes), bytes.subarray(bodyAt)]).equals(stored)) return undefined;

  const slots = new Uint32Array(documents);
  const rowids = new Float64Array(bytes.buffer, bytes.byteOffset + bodyAt, documents);
  for (let i = 0, previous = -1; i < documents; i += 1) {
    const slot = slotOfRowid(rowids[i] ?? NaN);
    if (slot === undefined || slot <= previous || slot >= slotLimit) return undefined;
    slots[i] = slot;
    previous = slot;
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const asciiTerms = splitTerms(text.toString('latin1', asciiAt, otherAt), asciiCount);
  const otherTerms = splitTerms(text.toString('utf8', otherAt), termCount - asciiCount);
  const counts = words(countsAt, termCount);
  const postings = renumbered(words(postingsAt, postingCount), slots);
  if (asciiTerms === undefined || otherTerms === undefined || postings === undefined) return undefined;
  if (counts.reduce((sum, count) => sum + count, 0) !== postingCount) return undefined;
  const parts = {
    slots,
    lengths: words(lengthsAt, documents),
    terms: asciiTerms.concat(otherTerms),
    lists: PostingLists.of(counts, postings),
  };
  const index = Bm25Index.restore(analyser, parts, b);
  return { index, revision: high * 2 ** 32 + low };
};

/** Turns postings of ordinals into postings of slots; undefined if an ordinal is out of range. */
const renumbered = (postings: Uint32Array, slots: Uint32Array): Uint32Array | undefined => {
  const result = new Uint32Array(postings.length);
  for (let i = 0; i < postings.length; i += 1) {
    const posting = postings[i] ?? 0;
    const slot = slots[posting >>> 8];
    if (slot === undefined) return undefined;
    result[i] = ((slot << 8) | (posting & 255)) >>> 0;
  }
  return result;
};
