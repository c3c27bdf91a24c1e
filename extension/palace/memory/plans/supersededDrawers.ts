import { isNoteType } from '../../model/noteTypes.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { DrawerId } from '../../model/ids.ts';
import { neighbourReplacements, replacementOf } from '../../retrieval/phases/neighbourReplacements.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';
import { liveEntries } from './liveEntries.ts';
import type { PlanParts } from './planParts.ts';

/** How many of the newest notes have their neighbours looked up: each costs one scan of the vectors. */
const lookUps = 1000;
/** How many notes `neighbourReplacements` looks up in one call. */
const batch = 100;

export interface Superseded {
  /** Rowid → ID of the newer drawer that nearly repeats it. */
  readonly detected: ReadonlyMap<number, string>;
  readonly warnings: readonly string[];
}

/**
 * Finds notes that newer notes of the same wing and type nearly repeat, starting from the newest. Throws
 * E_CANCELLED.
 */
export const detectSuperseded = async (
  { catalogue, vectors }: Pick<PlanParts, 'catalogue' | 'vectors'>,
  flags: ProfileFlags,
  signal?: AbortSignal,
): Promise<Superseded> => {
  const index = vectors();
  if (index === null)
    return {
      detected: new Map(),
      warnings: ['Replaced notes were found by their marks alone: no vectors are loaded.'],
    };
  const notes = await liveEntries(catalogue, ({ slot, type }) => isNoteType(type) && index.has(slot));
  notes.sort((a, b) => b.filedAtMs - a.filedAtMs || b.slot - a.slot);
  const detected = new Map<number, string>();
  const looked = notes.slice(0, lookUps);
  for (let at = 0; at < looked.length; at += batch) {
    // The newest replacement of a note is found first and kept.
    for (const { older, newer } of await neighbourReplacements(
      looked.slice(at, at + batch).map(({ rowid }) => rowid),
      catalogue,
      index,
      flags,
      signal,
    )) {
      const rowid = catalogue.rowidOf(older);
      if (!detected.has(rowid)) detected.set(rowid, catalogue.entry(newer).id);
    }
  }
  return {
    detected,
    warnings:
      notes.length > lookUps
        ? [`Only the newest ${lookUps} of ${notes.length} notes were asked which older ones they replace.`]
        : [],
  };
};

/**
 * The newest note of the same wing and type that nearly repeats this one, judged by its cosines with every slot; null if there
 * is none.
 */
export const newestRepetition = (
  slot: number,
  cosines: Float32Array,
  catalogue: Catalogue,
  flags: Pick<
    ProfileFlags,
    'supersede_filter_enabled' | 'supersede_similarity_threshold' | 'supersede_min_age_gap_days'
  >,
): DrawerId | null => {
  const older = catalogue.entry(slot);
  if (!flags.supersede_filter_enabled || !isNoteType(older.type)) return null;
  let newest: { readonly id: DrawerId; readonly filedAtMs: number } | null = null;
  for (let other = 0; other < cosines.length; other++) {
    const cosine = cosines[other] ?? NaN;
    if (!(cosine >= flags.supersede_similarity_threshold) || other === slot) continue;
    const newer = catalogue.entry(other);
    if (newest !== null && newer.filedAtMs <= newest.filedAtMs) continue;
    if (replacementOf(older, newer, cosine, flags.supersede_min_age_gap_days) !== undefined) newest = newer;
  }
  return newest?.id ?? null;
};
