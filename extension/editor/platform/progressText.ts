import type { MineProgress } from '../../palace/contract/mineProgress.ts';
import type { Wording } from './localiser.ts';

/** One line about mining under way, e.g. `Mining 120 of 300 · 45/s`. */
export const progressText = ({ stage, done, total, per_second: perSecond }: MineProgress, wording: Wording): string => {
  const amount = total === null ? wording.count(done) : wording.t('{0} of {1}', wording.count(done), wording.count(total));
  const what = {
    scanning: wording.t('Looking at files: {0}', amount),
    mining: wording.t('Filing: {0}', amount),
    embedding: wording.t('Working out meanings: {0}', amount),
    importing: wording.t('Reading drawers: {0}', amount),
    exporting: wording.t('Writing drawers: {0}', amount),
  }[stage];
  return perSecond === null || perSecond <= 0 ? what : wording.t('{0} · {1} a second', what, wording.count(Math.round(perSecond)));
};
