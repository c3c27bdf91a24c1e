import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';
import type { Localiser } from './localiser.ts';

/** One line about mining under way, e.g. `Filing: 120 of 300 · 45 per second`. */
export const progressText = (
  { stage, done, total, per_second: perSecond }: MineProgress,
  localiser: Localiser,
): string => {
  const amount =
    total === null
      ? localiser.count(done)
      : localiser.t('{0} of {1}', localiser.count(done), localiser.count(total));
  const what = {
    scanning: localiser.t('Looking at files: {0}', amount),
    comparing: localiser.t('Comparing files: {0}', amount),
    mining: localiser.t('Filing: {0}', amount),
    embedding: localiser.t('Building the semantic index: {0}', amount),
    matching: localiser.t('Comparing notes: {0}', amount),
    importing: localiser.t('Reading drawers: {0}', amount),
    exporting: localiser.t('Writing drawers: {0}', amount),
    copying: localiser.t('Making a backup: {0}', amount),
    applying: localiser.t('Applying the plan: {0}', amount),
  }[stage];
  return perSecond === null || perSecond <= 0
    ? what
    : localiser.t('{0} · {1} per second', what, localiser.count(Math.round(perSecond)));
};
