import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';

/**
 * The palace's work in progress; null if there is none. Status bar, Memory view and inspector all use this, so that
 * they agree. The semantic index is counted in drawers, like everything else: `done` are those that don't wait for
 * a vector.
 */
export const underWay = ({ drawers, embeddings, mining }: PalaceStatus): MineProgress | null => {
  const { pending, per_second: perSecond, state } = embeddings;
  const wordsOnly = state === 'mismatch' || state === 'unavailable';
  if (mining !== null && (mining.stage !== 'embedding' || wordsOnly)) return mining;
  if (pending === 0 || wordsOnly) return null;
  const total = Math.max(drawers.total, pending);
  return { stage: 'embedding', done: total - pending, total, message: '', per_second: perSecond };
};

/** Whole minutes that the work still takes at its present rate, at least 1; null if unknown. */
export const minutesLeft = ({ done, total, per_second: perSecond }: MineProgress): number | null =>
  total === null || perSecond === null || perSecond <= 0
    ? null
    : Math.max(1, Math.ceil((total - done) / perSecond / 60));
