import type { Baseline, Ranking } from './baseline.ts';

/**
 * Two scores that differ by no more are the same. The recorded ones are rounded to 0.00005, and the model runs in WebAssembly
 * on one thread, whose sums come out alike everywhere; the rest is room for the last digits of another build of the engine.
 */
const scoreTolerance = 0.0005;

/** A question whose ranking is no longer the recorded one. Absent sides: the question is new, or gone. */
export interface Drift {
  readonly id: string;
  readonly recorded?: Ranking;
  readonly measured?: Ranking;
}

const isSame = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) <= scoreTolerance;

const answerOf = ({ answer, top }: Ranking): string | undefined =>
  answer === null ? undefined : top[answer - 1]?.drawer;

/**
 * Whether every drawer has its score and its rank. Drawers whose recorded scores are within the tolerance of each other are
 * tied: they may change places among themselves, and at the end of the list one may step in for another that was not shown.
 */
const isSameRanking = (recorded: Ranking, measured: Ranking): boolean => {
  const { top: before } = recorded;
  const { top: now } = measured;
  if (recorded.query !== measured.query || recorded.kind !== measured.kind || before.length !== now.length)
    return false;
  if (answerOf(recorded) !== answerOf(measured)) return false;
  const rankNow = new Map(now.map(({ drawer }, rank) => [drawer, rank]));
  const rankBefore = new Map(before.map(({ drawer }, rank) => [drawer, rank]));
  const kept = before.every(({ drawer, score }) => {
    const rank = rankNow.get(drawer);
    if (rank === undefined) return isSame(score, before.at(-1)?.score);
    return isSame(score, now[rank]?.score) && isSame(score, before[rank]?.score);
  });
  return kept && now.every(({ drawer, score }) => rankBefore.has(drawer) || isSame(score, before.at(-1)?.score));
};

/** The questions whose ranking drifted from the recorded one, in the order in which they are asked. */
export const driftFrom = (recorded: Baseline, measured: Baseline): Drift[] => {
  const ids = new Set([...Object.keys(measured.rankings), ...Object.keys(recorded.rankings)]);
  return [...ids].flatMap((id) => {
    const [before, now] = [recorded.rankings[id], measured.rankings[id]];
    return before !== undefined && now !== undefined && isSameRanking(before, now)
      ? []
      : [{ id, recorded: before, measured: now }];
  });
};

/** Files of the corpus that are not what they were at the recording, each with what became of it. */
export const corpusChanges = (
  recorded: Readonly<Record<string, string>>,
  present: Readonly<Record<string, string>>,
): string[] =>
  [...new Set([...Object.keys(recorded), ...Object.keys(present)])].sort().flatMap((file) => {
    const [before, now] = [recorded[file], present[file]];
    if (before === now) return [];
    return [`${file} ${before === undefined ? 'is new' : now === undefined ? 'is gone' : 'has changed'}`];
  });
