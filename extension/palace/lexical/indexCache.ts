import { partitionPoint } from '../../base/partitionPoint.ts';
import type { Analyser } from './text/analysis.ts';
import { LexicalIndex, namesB } from './lexicalIndex.ts';
import { PathIndex, pathB } from './pathIndex.ts';
import { bytesOf, parseField, restoreField, serialiseField } from './savedField.ts';
import { parsePaths, serialisePaths } from './savedPaths.ts';
import { noSlot, slotLimit } from './postingBytes.ts';

/**
 * The saved index has four parts: the fields text, names and paths (`savedField.ts`), and the paths themselves. It is their
 * lengths in bytes (float64), then the parts, one after the other. The last one is a SHA-256, then the paths as a JSON list;
 * the documents of the field of paths are numbered in their order.
 */
const parts = 4;
/** After the lengths of the parts. */
const partsAt = parts * 8;

const isLength = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

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
