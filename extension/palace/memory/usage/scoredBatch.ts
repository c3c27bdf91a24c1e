import { dayMs } from '../../../base/time.ts';
import { isoTime } from '../../model/drawer/ids.ts';
import { never, type LtpRow, type ScannedDrawer } from '../../store/queries/ltp.ts';
import { ltpScore } from '../../retrieval/phases/lifecycle/ltp.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';

export type LtpFlags = Pick<ProfileFlags, 'ltp_window_days' | 'ltp_max_boost'>;

export interface ScoredBatch {
  /** Rowids. */
  readonly drawers: readonly number[];
  /** Rows that must be written. */
  readonly rows: readonly LtpRow[];
  /** How many of them record a different use than before. */
  readonly updated: number;
  /** IDs of drawers that were due and no longer are. */
  readonly settled: readonly string[];
  /** Rowids of those marked as superseded. */
  readonly marked: readonly number[];
}

/** What a scan writes for these drawers. Pure. */
export const scoredBatch = (
  drawers: readonly ScannedDrawer[],
  { ltp_window_days: windowDays, ltp_max_boost: maxBoost }: LtpFlags,
): ScoredBatch => {
  const rows: LtpRow[] = [];
  let updated = 0;
  for (const { id, sessions, oldest, known, isDue } of drawers) {
    if (known === null && sessions === 0 && !isDue) continue;
    const row: LtpRow = {
      id,
      accesses: sessions,
      ltpScore: ltpScore(sessions, maxBoost),
      windowDays,
      expiresAt: oldest === null ? never : isoTime(Date.parse(oldest) + windowDays * dayMs),
    };
    const hasNewUse = row.accesses !== (known?.accesses ?? 0) || row.ltpScore !== (known?.ltpScore ?? 0);
    if (hasNewUse) updated += 1;
    if (hasNewUse || known?.expiresAt !== row.expiresAt || known.windowDays !== windowDays) rows.push(row);
  }
  return {
    drawers: drawers.map(({ rowid }) => rowid),
    rows,
    updated,
    settled: drawers.filter(({ isDue }) => isDue).map(({ id }) => id),
    marked: drawers.filter(({ isMarkedSuperseded }) => isMarkedSuperseded).map(({ rowid }) => rowid),
  };
};
