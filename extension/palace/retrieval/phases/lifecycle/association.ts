import { plural } from '../../../../base/text/plural.ts';
import { withFactor } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

/** clamp(1 + coefficient·ln(1 + together), 1, maxBoost). */
export const associationFactor = (together: number, coefficient: number, maxBoost: number): number =>
  Math.min(maxBoost, Math.max(1, 1 + coefficient * Math.log(1 + together)));

/** Drawers that were used in the same sessions as other candidates. */
export const association: Phase = {
  isOn: (flags) => flags.association_enabled,
  run: (candidates, { flags, snapshot }) => {
    const ids = new Set<string>(candidates.map(({ entry }) => entry.id));
    const together = new Map<string, number>();
    for (const { a, b, count } of snapshot.coAccesses) {
      if (!ids.has(a) || !ids.has(b)) continue;
      together.set(a, (together.get(a) ?? 0) + count);
      together.set(b, (together.get(b) ?? 0) + count);
    }
    return {
      candidates: candidates.map((candidate) => {
        const count = together.get(candidate.entry.id) ?? 0;
        const factor = associationFactor(count, flags.association_coefficient, flags.association_max_boost);
        return withFactor(
          candidate,
          'association',
          factor,
          `used ${plural(count, 'time')} together with other candidates: × ${factor.toFixed(3)}`,
        );
      }),
    };
  },
};
