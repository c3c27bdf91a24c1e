import { dayMs } from '../../../base/time.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { isOfSource } from '../candidates/isOfSource.ts';
import type { PhaseSnapshot } from './phaseSnapshot.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';

export type Confidence = 'marked' | 'high' | 'medium' | 'low';

/** A candidate and the one that replaces it, judged by text and age. */
interface ReplacementPair {
  readonly older: Candidate;
  readonly newer: Candidate;
  readonly similarity: number;
  /** Whole days. */
  readonly ageGapDays: number;
  readonly confidence: Confidence;
}

/** How sure it is that the newer of two drawers with this likeness replaces the older. */
export const confidenceOf = (similarity: number, ageGapDays: number): Confidence =>
  similarity >= 0.93 && ageGapDays >= 30 ? 'high' : similarity >= 0.86 && ageGapDays >= 14 ? 'medium' : 'low';

/** Whole days between two times, the same from either side. */
export const ageGapDays = (aMs: number, bMs: number): number => Math.floor(Math.abs(aMs - bMs) / dayMs);

/** Commits are a history, and an issue that comes again is another occurrence: neither replaces an earlier one. */
const neverReplaced: ReadonlySet<string> = new Set(['git_commit', 'issue']);

/**
 * For each candidate the surest replacement among the newer ones that are nearly the same, within one wing and type. Drawers
 * of one source are parts of it and don't replace one another. A summary does not replace what it was made of, and nothing
 * that was filed until somebody said that a drawer is not replaced replaces it. Cost: at most n²/2 similarities for n candidates.
 */
export const replacementPairs = (
  candidates: readonly Candidate[],
  flags: ProfileFlags,
  similarity: (a: Candidate, b: Candidate) => number,
  notReplaced: PhaseSnapshot['notReplaced'] = [],
): ReplacementPair[] => {
  const untilMs = new Map(notReplaced.map((each) => [each.id, each.untilMs]));
  const byPlace = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { wing, type } = candidate.entry;
    if (!candidate.hasVector || neverReplaced.has(type) || !Number.isFinite(candidate.entry.filedAtMs)) continue;
    const place = JSON.stringify([wing, type]);
    byPlace.set(place, [...(byPlace.get(place) ?? []), candidate]);
  }
  const best = new Map<Candidate, ReplacementPair>();
  for (const group of byPlace.values()) {
    const newestFirst = [...group].sort(
      (a, b) => b.entry.filedAtMs - a.entry.filedAtMs || b.entry.slot - a.entry.slot,
    );
    newestFirst.forEach((older, i) => {
      const until = untilMs.get(older.entry.id) ?? -Infinity;
      for (const newer of newestFirst.slice(0, i)) {
        if (newer.entry.filedAtMs <= until) continue;
        const pair = pairOf(older, newer, flags, similarity);
        const known = best.get(older);
        if (pair !== undefined && (known === undefined || surest(pair, known) < 0)) best.set(older, pair);
      }
    });
  }
  return [...best.values()].sort(surest).slice(0, flags.supersede_max_candidates);
};

const pairOf = (
  older: Candidate,
  newer: Candidate,
  flags: ProfileFlags,
  similarity: (a: Candidate, b: Candidate) => number,
): ReplacementPair | undefined => {
  const gap = ageGapDays(older.entry.filedAtMs, newer.entry.filedAtMs);
  if (gap < flags.supersede_min_age_gap_days || older.entry.filedAtMs === newer.entry.filedAtMs) return undefined;
  if (isOfSource(older.drawer) && older.entry.sourceNumber === newer.entry.sourceNumber) return undefined;
  if (older.drawer.consolidatedInto === newer.entry.id) return undefined;
  const cosine = similarity(older, newer);
  return cosine < flags.supersede_similarity_threshold
    ? undefined
    : { older, newer, similarity: cosine, ageGapDays: gap, confidence: confidenceOf(cosine, gap) };
};

const order: Readonly<Record<Confidence, number>> = { marked: 0, high: 1, medium: 2, low: 3 };

/** Greater confidence first, then greater similarity, then the newer replacement, then the order of filing. */
const surest = (a: ReplacementPair, b: ReplacementPair): number =>
  order[a.confidence] - order[b.confidence] ||
  b.similarity - a.similarity ||
  b.newer.entry.filedAtMs - a.newer.entry.filedAtMs ||
  a.older.entry.slot - b.older.entry.slot;
