import type { PalaceState } from '../palace/palaceState.ts';
import { progressText } from '../platform/progressText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { PalaceError } from '../../palace/model/palaceError.ts';
import { minutesLeft, underWay } from '../platform/underWay.ts';
import { holdUpText } from './statusRows.ts';

export interface StatusBarText {
  readonly text: string;
  readonly tooltip: string;
  readonly severity: 'none' | 'warning' | 'error';
}

/** How many files have changed since mining. */
export const changedFilesText = (files: number, { t, count }: Localiser): string =>
  files === 1 ? t('1 file changed since mining') : t('{0} files changed since mining', count(files));

const percent = (done: number, total: number | null): string =>
  total === null || total === 0 ? '' : ` ${Math.floor((100 * done) / total)} %`;

/** Whether drawers are being filed: their count changes faster than views can follow. */
export const isFiling = (state: PalaceState): boolean =>
  state.kind === 'open' && (state.progress?.stage === 'mining' || state.progress?.stage === 'importing');

/** How many drawers a palace holds; null as long as that is not known, or drawers are being filed. */
export const settledDrawers = (state: PalaceState): number | null =>
  state.kind === 'open' && !isFiling(state) ? (state.status?.drawers.total ?? null) : null;

/**
 * What the status bar says of a palace; null hides the item. `shown`: the count that views show now; null while they don't
 * agree yet, then the item has none.
 */
export const statusBarText = (
  state: PalaceState,
  localiser: Localiser,
  shown = settledDrawers(state),
): StatusBarText | null => {
  const plain = (text: string, tooltip: string): StatusBarText => ({ text, tooltip, severity: 'none' });
  switch (state.kind) {
    case 'nowhere':
    case 'absent':
      return null;
    case 'closed':
      return plain('$(library)', localiser.t('Synapse Palace: not opened yet'));
    case 'opening':
      return plain('$(library) $(loading~spin)', localiser.t('Synapse Palace: opening the palace'));
    case 'failed':
      return state.error.code === 'E_PALACE_IN_USE'
        ? {
            text: '$(library) $(lock)',
            tooltip: failureTooltip(state.error, localiser),
            severity: 'warning',
          }
        : {
            text: '$(library) $(error)',
            tooltip: failureTooltip(state.error, localiser),
            severity: 'error',
          };
    case 'open': {
      const { status } = state;
      if (status === null)
        return plain('$(library) $(loading~spin)', localiser.t('Synapse Palace: opening the palace'));
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
      const wordsOnly = status.embeddings.state === 'mismatch' || status.embeddings.state === 'unavailable';
      const why =
        status.embeddings.state === 'mismatch'
          ? localiser.t('Searching by words only: the palace was made with another embedding model.')
          : localiser.t('Searching by words only: the embedding model could not be loaded.');
      const progress = underWay({ ...status, mining: state.progress });
      if (progress !== null) {
        const minutes = progress.stage === 'embedding' ? minutesLeft(progress) : null;
        const left = minutes === null ? '' : ` · ${localiser.t('{0} min', localiser.count(minutes))}`;
        const slow = progress.stage === 'embedding' ? holdUpText(status.embeddings.hold_up, localiser) : null;
        const parts = [
          shown === null ? null : drawers,
          progressText(progress, localiser),
          wordsOnly ? why : null,
          slow,
        ].filter((each) => each !== null);
        return {
          text: `${named} $(sync~spin)${percent(progress.done, progress.total)}${left}`,
          tooltip: parts.join('. '),
          severity: wordsOnly ? 'warning' : 'none',
        };
      }
      if (wordsOnly) return { text: `${named} $(warning)`, tooltip: `${drawers}. ${why}`, severity: 'warning' };
      return plain(named, localiser.t('Synapse Palace: {0}', drawers));
    }
  }
};

const failureTooltip = (error: PalaceError, localiser: Localiser): string => {
  const { message, remedy } = localisedError(error, localiser);
  return `Synapse Palace: ${message} ${remedy}`;
};
