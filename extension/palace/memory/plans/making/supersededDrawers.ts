import { isNoteType } from '../../../model/drawer/noteTypes.ts';
import type { DrawerId } from '../../../model/drawer/ids.ts';
import { neighbourReplacements, replacementOf } from '../../curation/neighbourReplacements.ts';
import type { ProfileFlags } from '../../../retrieval/profiles/profileFlags.ts';
import { notReplacedUntil } from '../../../store/notReplaced.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';

interface Superseded {
  /** Rowid → ID of the newer drawer that nearly repeats it. */
  readonly detected: ReadonlyMap<number, string>;
  readonly warnings: readonly string[];
}

/** Finds every note that a newer note of the same wing and type nearly repeats. Throws E_CANCELLED. */
export const detectSuperseded = async (
  { catalogue, vectors, store }: Pick<PlanParts, 'catalogue' | 'vectors' | 'store'>,
  flags: ProfileFlags,
  options: Pick<PlanRequest, 'signal' | 'onCompared'>,
): Promise<Superseded> => {
  const index = vectors();
  if (index === null)
    return {
      detected: new Map(),
      warnings: ['Replaced notes were found only by their marks: no vectors are loaded.'],
    };
  const { found } = await neighbourReplacements(catalogue, index, store.read, flags, options);
  return {
    detected: new Map(found.map(({ older, newer }) => [catalogue.rowidOf(older), catalogue.entry(newer).id])),
    warnings: [],
  };
};

/**
 * The newest note of the same wing and type that nearly repeats this one, judged by its cosines with every slot; null if there
 * is none.
 */
export const newestRepetition = (
  slot: number,
  cosines: Float64Array,
  { catalogue, store }: Pick<PlanParts, 'catalogue' | 'store'>,
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
  return newest === null ||
    newest.filedAtMs <= (notReplacedUntil([older.id], store.read).get(older.id) ?? -Infinity)
    ? null
    : newest.id;
};
