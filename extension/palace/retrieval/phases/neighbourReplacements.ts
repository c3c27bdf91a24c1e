import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalogue, CatalogueEntry } from '../../catalogue/catalogue.ts';
import { isNoteType } from '../../model/noteTypes.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { ageGapDays, confidenceOf, type Confidence } from './replacementPairs.ts';

/** A drawer that a newer one nearly repeats; both are slots. */
export interface NeighbourReplacement {
  readonly older: number;
  readonly newer: number;
  readonly similarity: number;
  /** Whole days. */
  readonly ageGapDays: number;
  readonly confidence: Confidence;
}

/** For how many drawers, newest first, the neighbours are looked up: each costs one scan of the vectors. */
const lookUps = 100;

/**
 * Finds superseded notes outside a search: for the newest notes among `rowids`, the older notes of the same wing and type
 * that they nearly repeat. It looks at each note's neighbours in the vector index: at most {@link lookUps} scans, never all
 * pairs. Each older note is listed once, with the newest that replaces it. Throws E_CANCELLED.
 */
export const neighbourReplacements = async (
  rowids: readonly number[],
  catalogue: Catalogue,
  vectors: VectorIndex | null,
  flags: Pick<
    ProfileFlags,
    'supersede_filter_enabled' | 'supersede_similarity_threshold' | 'supersede_min_age_gap_days'
  >,
  signal?: AbortSignal,
): Promise<NeighbourReplacement[]> => {
  if (vectors === null || !flags.supersede_filter_enabled) return [];
  const newest = rowids
    .flatMap((rowid) => {
      const slot = catalogue.slotOfRowid(rowid);
      const entry = slot === undefined ? undefined : catalogue.entry(slot);
      // A mirrored source updates its own drawers; only what people and agents file is replaced by later notes.
      return entry === undefined || entry.archived || !isNoteType(entry.type) || !vectors.has(entry.slot)
        ? []
        : [entry];
    })
    .sort((a, b) => b.filedAtMs - a.filedAtMs || b.slot - a.slot)
    .slice(0, lookUps);
  const found = new Map<number, NeighbourReplacement>();
  for (const newer of newest) {
    if (signal?.aborted === true)
      throw new PalaceError('E_CANCELLED', 'The scan was stopped; what it had written stays.');
    const cosines = vectors.scanFrom(newer.slot, catalogue.slots);
    for (let slot = 0; slot < cosines.length; slot++) {
      if (
        !((cosines[slot] ?? NaN) >= flags.supersede_similarity_threshold) ||
        slot === newer.slot ||
        found.has(slot)
      )
        continue;
      const replacement = replacementOf(
        catalogue.entry(slot),
        newer,
        cosines[slot] ?? 0,
        flags.supersede_min_age_gap_days,
      );
      if (replacement !== undefined) found.set(slot, replacement);
    }
    await nextTurn();
  }
  return [...found.values()].sort((a, b) => a.older - b.older);
};

/**
 * The older of two drawers as replaced by the newer, whose similarity is above the threshold. Undefined if it is not: an issue that
 * comes again is another occurrence, not a replacement.
 */
export const replacementOf = (
  older: CatalogueEntry,
  newer: CatalogueEntry,
  similarity: number,
  leastGap: number,
): NeighbourReplacement | undefined => {
  if (
    older.archived ||
    newer.archived ||
    older.type === 'issue' ||
    older.wing !== newer.wing ||
    older.type !== newer.type ||
    older.filedAtMs >= newer.filedAtMs
  )
    return undefined;
  const gap = ageGapDays(older.filedAtMs, newer.filedAtMs);
  return gap < leastGap
    ? undefined
    : {
        older: older.slot,
        newer: newer.slot,
        similarity,
        ageGapDays: gap,
        confidence: confidenceOf(similarity, gap),
      };
};
