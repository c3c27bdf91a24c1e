import { withFactor } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

/** A drawer's importance unless somebody sets it. */
const usual = 0.5;

const weight = (importance: number): number => 0.7 + 0.3 * importance;

/** 0.7 + 0.3·importance, divided by what a drawer of the usual importance gets, which therefore has exactly 1. */
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
