import type { Candidate } from '../candidates/candidate.ts';
import type { PhaseContext } from '../phases/phase.ts';

/** The similarities that were asked for: pairs of slots with their cosine. */
export interface SimilarityRecord {
  readonly context: PhaseContext;
  readonly pairs: () => readonly { readonly a: number; readonly b: number; readonly cosine: number }[];
}

/** The same context, which also records each similarity that it is asked for. */
export const recordedSimilarities = (context: PhaseContext): SimilarityRecord => {
  const known = new Map<string, { readonly a: number; readonly b: number; readonly cosine: number }>();
  const similarity = (x: Candidate, y: Candidate): number => {
    const [a, b] = [Math.min(x.entry.slot, y.entry.slot), Math.max(x.entry.slot, y.entry.slot)];
    const key = `${a} ${b}`;
    const before = known.get(key);
    if (before !== undefined) return before.cosine;
    const cosine = context.similarity(x, y);
    known.set(key, { a, b, cosine });
    return cosine;
  };
  return { context: { ...context, similarity }, pairs: () => [...known.values()] };
};
