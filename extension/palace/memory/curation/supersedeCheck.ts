import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { SupersedeCandidate, SupersedeReport } from '../../contract/memory/supersedeSchemas.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import { neighbourReplacements, type NeighbourReplacement, type OnCompared } from './neighbourReplacements.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';
import { noteKey } from '../../store/noteParts.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';

interface SupersedeCheckParts {
  readonly read: ReadQueries;
  readonly catalogue: Catalogue;
  readonly vectors: VectorIndex | null;
}

interface SupersedeCheckOptions {
  readonly flags: Pick<ProfileFlags, 'supersede_similarity_threshold' | 'supersede_min_age_gap_days'>;
  readonly most: number;
  readonly wing: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onCompared?: OnCompared | undefined;
}

const sureness = { marked: 0, high: 0, medium: 1, low: 2 } as const;

/**
 * Finds notes that newer ones of the same wing and type nearly repeat, each once: every note is compared with all others of its
 * kind. Throws E_CANCELLED.
 */
export const supersedeCheck = async (
  { read, catalogue, vectors }: SupersedeCheckParts,
  { flags, most, wing, signal, onCompared }: SupersedeCheckOptions,
): Promise<SupersedeReport> => {
  if (vectors === null) return { checked: false, candidates: [], found: 0, notes_compared: 0 };
  const { found, asked } = await neighbourReplacements(
    catalogue,
    vectors,
    read,
    { ...flags, supersede_filter_enabled: true },
    { signal, onCompared },
  );
  const notes = new Set<string>();
  const candidates = found
    .filter(({ older }) => wing === undefined || catalogue.entry(older).wing === wing)
    .sort(
      (a, b) =>
        sureness[a.confidence] - sureness[b.confidence] || b.similarity - a.similarity || a.older - b.older,
    )
    .flatMap((one) => candidateOf(one, catalogue, read) ?? [])
    // What is said of one part of a long note is decided for all of it, so the surest stands for them.
    .filter(({ note }) => !notes.has(note) && notes.add(note))
    .map(({ candidate }) => candidate);
  return {
    checked: true,
    candidates: candidates.slice(0, most),
    found: candidates.length,
    notes_compared: asked,
  };
};

/** Undefined for a note that is marked as replaced already, and for sensitive ones. */
const candidateOf = (
  { older, newer, similarity, ageGapDays, confidence }: NeighbourReplacement,
  catalogue: Catalogue,
  read: ReadQueries,
): { readonly note: string; readonly candidate: SupersedeCandidate } | undefined => {
  const [old] = read.drawersByRowid([catalogue.rowidOf(older)]);
  const [fresh] = read.drawersByRowid([catalogue.rowidOf(newer)]);
  if (old === undefined || fresh === undefined || old.supersededBy !== null || old.sensitive || fresh.sensitive)
    return undefined;
  const candidate = {
    superseded_id: old.id,
    superseded_title: drawerTitle(old),
    superseded_at: old.filedAt,
    superseding_id: fresh.id,
    superseding_title: drawerTitle(fresh),
    superseding_at: fresh.filedAt,
    similarity,
    age_gap_days: ageGapDays,
    confidence,
  };
  return { note: noteKey(read, old), candidate };
};
