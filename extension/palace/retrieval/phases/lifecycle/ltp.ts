import { plural } from '../../../../base/text/plural.ts';
import { withFactor } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

/** How fast the factor grows with the logarithm of the accesses. */
const growth = 0.3;

/** Long-term potentiation: clamp(1 + 0.3·ln(1 + accesses), 1, maxBoost). */
export const ltpFactor = (accesses: number, maxBoost: number): number =>
  Math.min(maxBoost, Math.max(1, 1 + growth * Math.log(1 + accesses)));

/** The factor on a scale of 0…1, as compaction compares it; 0 if `maxBoost` allows no boost. */
export const ltpScore = (accesses: number, maxBoost: number): number =>
  maxBoost <= 1 ? 0 : (ltpFactor(accesses, maxBoost) - 1) / (maxBoost - 1);

/** Drawers that were opened, or given to an agent, in recent sessions. Being listed in results is no access. */
export const ltp: Phase = {
  isOn: (flags) => flags.ltp_enabled,
  run: (candidates, { flags, snapshot }) => {
    const accesses = new Map(snapshot.accesses.map(({ id, sessions }) => [id, sessions]));
    return {
      candidates: candidates.map((candidate) => {
        const count = accesses.get(candidate.entry.id) ?? 0;
        const factor = ltpFactor(count, flags.ltp_max_boost);
        return withFactor(
          candidate,
          'ltp',
          factor,
          `used in ${plural(count, 'session')} of the last ${plural(flags.ltp_window_days, 'day')}: × ${factor.toFixed(3)}`,
        );
      }),
    };
  },
};
