import type { PalaceState } from '../palace/palaceState.ts';
import { progressText } from '../platform/progressText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { withRemedy, type PalaceError } from '../../palace/model/errors/palaceError.ts';
import { minutesLeft, underWay } from '../platform/underWay.ts';
import { holdUpText } from './statusRows.ts';

interface StatusBarText {
  readonly text: string;
  readonly tooltip: string;
  readonly severity: 'none' | 'warning' | 'error';
}

/** How many files have changed since mining. */
export const changedFilesText = (files: number, { t, count }: Localiser): string =>
  files === 1 ? t('1 file changed since mining') : t('{0} files changed since mining', count(files));

/** 100 % for all alone, and 0 % for nothing. */
const percent = (done: number, total: number | null): string => {
  if (total === null || total === 0) return '';
  return ` ${done > 0 ? Math.max(1, Math.floor((100 * done) / total)) : 0} %`;
};

/** Whether drawers are being filed: their count changes faster than views can follow. */
export const isFiling = (state: PalaceState): boolean =>
  state.kind === 'open' && (state.progress?.stage === 'mining' || state.progress?.stage === 'importing');

/** How many drawers a palace holds; null as long as that is not known, or drawers are being filed. */
export const settledDrawers = (state: PalaceState): number | null =>
  state.kind === 'open' && !isFiling(state) ? (state.status?.drawers.total ?? null) : null;

const plain = (text: string, tooltip: string): StatusBarText => ({ text, tooltip, severity: 'none' });

const opening = ({ t }: Localiser): StatusBarText =>
  plain('$(library) $(loading~spin)', t('Synapse Palace: opening the palace'));

/**
 * What the status bar says of a palace; null hides the item. `shown`: the count that views show now; null while they don't
 * agree yet, then the item has none.
 */
export const statusBarText = (
  state: PalaceState,
  localiser: Localiser,
  shown = settledDrawers(state),
): StatusBarText | null => {
  switch (state.kind) {
    case 'locating':
    case 'nowhere':
    case 'absent':
      return null;
    case 'closed':
      return plain('$(library)', localiser.t('Synapse Palace: not opened yet'));
    case 'opening':
      return opening(localiser);
    case 'failed':
      return failureText(state.error, localiser);
    case 'open':
      return state.status === null ? opening(localiser) : openText(state.status, state.progress, localiser, shown);
  }
};

const failureText = (error: PalaceError, localiser: Localiser): StatusBarText => {
  const tooltip = `Synapse Palace: ${withRemedy(localisedError(error, localiser))}`;
  return error.code === 'E_PALACE_IN_USE'
    ? { text: '$(library) $(lock)', tooltip, severity: 'warning' }
    : { text: '$(library) $(error)', tooltip, severity: 'error' };
};

const openText = (
  status: PalaceStatus,
  mining: MineProgress | null,
  localiser: Localiser,
  shown: number | null,
): StatusBarText => {
  const total = shown ?? status.drawers.total;
  const count = localiser.count(total);
  const named = shown === null ? '$(library)' : `$(library) ${count}`;
  const drawers = total === 1 ? localiser.t('1 drawer') : localiser.t('{0} drawers', count);
  if (status.palace.state === 'damaged')
    return {
      text: `$(library) ${count} $(error)`,
      tooltip: `${drawers}. ${localiser.t('The palace is damaged and open read-only.')}`,
      severity: 'error',
    };
  const wordsOnly = wordsOnlyText(status, localiser);
  const progress = underWay({ ...status, mining });
  if (progress !== null) {
    const isEmbedding = progress.stage === 'embedding';
    const minutes = isEmbedding ? minutesLeft(progress) : null;
    const left = minutes === null ? '' : ` · ${localiser.t('{0} min', localiser.count(minutes))}`;
    const parts = [
      shown === null ? null : drawers,
      progressText(progress, localiser),
      wordsOnly,
      isEmbedding ? holdUpText(status.embeddings.hold_up, localiser) : null,
    ].filter((each) => each !== null);
    return {
      text: `${named} $(sync~spin)${percent(progress.done, progress.total)}${left}`,
      tooltip: parts.join('. '),
      severity: wordsOnly === null ? 'none' : 'warning',
    };
  }
  return wordsOnly === null
    ? plain(named, localiser.t('Synapse Palace: {0}', drawers))
    : { text: `${named} $(warning)`, tooltip: `${drawers}. ${wordsOnly}`, severity: 'warning' };
};

/** Why meaning has no part in a search; null if it has. */
const wordsOnlyText = ({ embeddings: { state } }: PalaceStatus, { t }: Localiser): string | null => {
  if (state === 'mismatch') return t('Searching by words only: the palace was made with another embedding model.');
  if (state === 'unavailable') return t('Searching by words only: the embedding model could not be loaded.');
  return null;
};
