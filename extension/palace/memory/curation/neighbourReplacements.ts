import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalogue, CatalogueEntry } from '../../catalogue/catalogue.ts';
import { liveEntries } from '../../catalogue/liveEntries.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import { notReplacedUntil } from '../../store/notReplaced.ts';
import type { AnnotationQueries } from '../../store/queries/annotations.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';
import { ageGapDays, confidenceOf, type Confidence } from '../../retrieval/phases/replacementPairs.ts';

/** A drawer that a newer one nearly repeats; both are slots. */
export interface NeighbourReplacement {
  readonly older: number;
  readonly newer: number;
  readonly similarity: number;
  /** Whole days. */
  readonly ageGapDays: number;
  readonly confidence: Confidence;
}

interface NeighbourReplacements {
  /** Each older note once, with the newest that replaces it; in slot order. */
  readonly found: readonly NeighbourReplacement[];
  /** For how many of the notes, newest first, older ones were compared. */
  readonly asked: number;
  readonly notes: number;
}

export interface NeighbourSearch {
  /** How many cosines to compute at most; a newest note is always asked as a whole. About 60 ns each. */
  readonly mostComparisons?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each note that was compared with older ones. */
  readonly onCompared?: OnCompared | undefined;
}

/** Is told of how many notes so many were compared with others. */
export type OnCompared = (done: number, total: number) => void;

/**
 * Finds superseded notes outside a search: every older note of the same wing and type that a newer one nearly repeats. Notes are
 * compared within their wing and type alone, in an index of their own: n notes of one kind cost n²/2 cosines, whatever
 * else the palace holds. Other work gets a turn after each note. Throws E_CANCELLED.
 */
export const neighbourReplacements = async (
  catalogue: Catalogue,
  vectors: VectorIndex | null,
  read: Pick<AnnotationQueries, 'propertyOf'>,
  flags: Pick<
    ProfileFlags,
    'supersede_filter_enabled' | 'supersede_similarity_threshold' | 'supersede_min_age_gap_days'
  >,
  { mostComparisons = Infinity, signal, onCompared }: NeighbourSearch = {},
): Promise<NeighbourReplacements> => {
  if (vectors === null || !flags.supersede_filter_enabled) return { found: [], asked: 0, notes: 0 };
  // A mirrored source updates its own drawers; only what people and agents file is replaced by later notes.
  const notes = await liveEntries(
    catalogue,
    ({ type, slot, filedAtMs }) => isNoteType(type) && vectors.has(slot) && Number.isFinite(filedAtMs),
  );
  const kinds = kindsOf(notes).map((group) => ({ group, index: vectors.subset(group.map(({ slot }) => slot)) }));
  const newestFirst = kinds
    .flatMap(({ group, index }) => group.map((newer, place) => ({ newer, place, group, index })))
    .sort((a, b) => byAge(b.newer, a.newer));
  const found = new Map<number, NeighbourReplacement>();
  let asked = 0;
  let comparisons = 0;
  try {
    for (const { newer, place, group, index } of newestFirst) {
      if (comparisons >= mostComparisons) break;
      stopIfAborted(signal, 'The scan was stopped; what it had written stays.');
      index.scanFrom(place, place).forEach((cosine, at) => {
        const older = group[at];
        if (older === undefined || !(cosine >= flags.supersede_similarity_threshold) || found.has(older.slot))
          return;
        const replacement = replacementOf(older, newer, cosine, flags.supersede_min_age_gap_days);
        if (replacement !== undefined) found.set(older.slot, replacement);
      });
      asked++;
      comparisons += place;
      onCompared?.(asked, newestFirst.length);
      await nextTurn();
    }
  } finally {
    for (const { index } of kinds) index.dispose();
  }
  const ids = [...found.keys()].map((older) => catalogue.entry(older).id);
  const until = notReplacedUntil(ids, read);
  const open = [...found.values()].filter(
    // The newest that repeats it was found: if that is too old, so are the others.
    ({ older, newer }) => catalogue.entry(newer).filedAtMs > (until.get(catalogue.entry(older).id) ?? -Infinity),
  );
  return { found: open.sort((a, b) => a.older - b.older), asked, notes: notes.length };
};

const byAge = (a: CatalogueEntry, b: CatalogueEntry): number => a.filedAtMs - b.filedAtMs || a.slot - b.slot;

/** The notes by wing and type, each group oldest first. */
const kindsOf = (notes: readonly CatalogueEntry[]): CatalogueEntry[][] => {
  const kinds = new Map<string, CatalogueEntry[]>();
  for (const note of notes) {
    const key = JSON.stringify([note.wing, note.type]);
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, [note]);
    else known.push(note);
  }
  return [...kinds.values()].map((group) => group.sort(byAge));
};

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
