import { byScore, withEvent } from '../candidates/candidate.ts';
import type { Phase } from './phase.ts';

/**
 * Puts the candidates that a cross-encoder has judged in its order. Its scale differs, so they keep their
 * scores as a set: the one that it ranks first gets the best of these scores, and so on. Every other candidate
 * stays as it is.
 */
export const rerank: Phase = {
  isOn: (flags, { rerank: judged }) => flags.rerank_enabled && judged !== undefined && judged.length > 1,
  run: (candidates, { snapshot }) => {
    const judged = new Map((snapshot.rerank ?? []).map(({ id, score }) => [id, score]));
    const before = candidates.filter(({ entry }) => judged.has(entry.id)).sort(byScore);
    const scoreOf = (id: string): number => judged.get(id) ?? 0;
    const after = [...before].sort((a, b) => scoreOf(b.entry.id) - scoreOf(a.entry.id) || byScore(a, b));
    const placeOf = new Map<string, number>(after.map(({ entry }, place) => [entry.id, place]));
    return {
      candidates: candidates.map((candidate) => {
        const { id } = candidate.entry;
        const place = placeOf.get(id);
        const level = place === undefined ? undefined : before[place]?.score;
        return place === undefined || level === undefined
          ? candidate
          : withEvent(
              candidate,
              'rerank',
              level - candidate.score,
              `the cross-encoder gives it ${scoreOf(id).toFixed(3)}, #${place + 1} of ${after.length}, before it #${before.indexOf(candidate) + 1}`,
            );
      }),
    };
  },
};
