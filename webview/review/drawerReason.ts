import type { PlanView } from '../../extension/palace/contract/memory/planSchemas.ts';
import { formatDecimal, formatExact, withoutZero } from '../score/numberFormat.ts';
import { reasonText } from '../score/reasonText.ts';
import { daysAgo } from '../text/provenance.ts';
import type { Translate } from '../text/translate.ts';
import type { DrawerModel } from './drawerModel.ts';
import { textStart } from '../../extension/base/text/textStart.ts';

/** `.83` of 0.83: a share as charts and headers write it. */
export const shortShare = (share: number): string => withoutZero(formatDecimal(share, 2));

/** Two decimals, or all of them if two would seem to reach the threshold. */
const below = (score: number, threshold: number): string =>
  Number(score.toFixed(2)) < threshold ? formatDecimal(score, 2) : formatExact(score);

/** Letters of another drawer's title within a reason. */
const titleLength = 40;
const brief = (title: string): string =>
  title.length <= titleLength ? title.replace(/\.$/u, '') : `${textStart(title, titleLength - 1).trimEnd()}…`;

/** Why a drawer is in the plan, or why it stays, in words. */
export const drawerReason = (
  { fate, reason, drawer, candidate }: DrawerModel,
  { settings: { compaction_threshold: threshold } }: Pick<PlanView, 'settings'>,
  t: Translate,
): string => {
  if (fate === 'waiting') return t('stays until its group is approved');
  if (fate === 'rejected') return t('stays; not proposed again for 30 days');
  if (fate === 'stayed') return t('stayed as it was');
  if (fate === 'restored') return t('is back as it was');
  if (fate === 'dropped')
    return reason === '' ? t('gone from the palace') : t('stays: {0}', reasonText(reason, t));
  if (drawer === undefined || candidate === undefined) return '';
  const { ltp_score: ltp, decayed_ltp: decayed, days_since_access: days, superseded_by: by } = candidate;
  const unused =
    drawer.last_accessed === null
      ? t('never used, filed {0}', daysAgo(drawer.filed_at, days))
      : t('last used {0}', daysAgo(drawer.last_accessed, days));
  if (candidate.action === 'consolidate') return [t(drawer.type), unused].join(' · ');
  return [
    ltp < threshold
      ? t('LTP {0} < {1}', below(ltp, threshold), formatExact(threshold))
      : t('LTP after decay {0} < {1}', below(decayed, threshold), formatExact(threshold)),
    ...(by === null ? [] : [t('replaced by “{0}”', brief(drawer.replaced_by?.title ?? by))]),
    unused,
  ].join(' · ');
};
