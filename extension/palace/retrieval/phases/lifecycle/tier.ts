import type { Tier } from '../../../model/drawer/drawer.ts';
import { withFactor } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

const tierFactors: Readonly<Record<Tier, number>> = { longterm: 1.5, working: 1, ephemeral: 0.5 };

export const tier: Phase = {
  isOn: (flags) => flags.tier_enabled,
  run: (candidates) => ({
    candidates: candidates.map((candidate) => {
      const factor = tierFactors[candidate.entry.tier];
      return withFactor(candidate, 'tier', factor, `tier ${candidate.entry.tier}: × ${factor}`);
    }),
  }),
};
