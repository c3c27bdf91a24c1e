import { withFactor } from '../candidates/candidate.ts';
import type { Phase } from './phase.ts';

/** What a drawer has unless it is set. */
const usual = 0.5;

const weight = (importance: number): number => 0.7 + 0.3 * importance;

/** 0.7 + 0.3·importance, as a share of what a drawer of the usual importance gets: exactly 1 for that. */
export const importanceFactor = (importance: number): number => weight(importance) / weight(usual);

export const importance: Phase = {
  isOn: (flags) => flags.importance_enabled,
  run: (candidates) => ({
    candidates: candidates.map((candidate) => {
      const factor = importanceFactor(candidate.entry.importance);
      return withFactor(
        candidate,
        'importance',
        factor,
        `importance ${candidate.entry.importance}, usual ${usual}: × ${factor.toFixed(3)}`,
      );
    }),
  }),
};
