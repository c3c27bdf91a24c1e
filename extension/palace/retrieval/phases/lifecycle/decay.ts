import { plural } from '../../../../base/text/plural.ts';
import { dayMs } from '../../../../base/time.ts';
import { withFactor } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

/** 2^(−age/half-life); 1 if the time of filing is unknown or in the future. */
export const decayFactor = (filedAtMs: number, nowMs: number, halfLifeDays: number): number => {
  const age = (nowMs - filedAtMs) / dayMs;
  return Number.isFinite(age) && age > 0 ? 2 ** (-age / halfLifeDays) : 1;
};

/** Age: a drawer as old as the half-life counts half. */
export const decay: Phase = {
  isOn: (flags) => flags.half_life_days !== null,
  run: (candidates, { flags, nowMs }) => {
    const halfLife = flags.half_life_days;
    if (halfLife === null) return { candidates };
    return {
      candidates: candidates.map((candidate) => {
        const factor = decayFactor(candidate.entry.filedAtMs, nowMs, halfLife);
        const age = Math.floor((nowMs - candidate.entry.filedAtMs) / dayMs);
        return withFactor(
          candidate,
          'decay',
          factor,
          `filed ${plural(age, 'day')} ago, half-life ${plural(halfLife, 'day')}: × ${factor.toFixed(3)}`,
        );
      }),
    };
  },
};
