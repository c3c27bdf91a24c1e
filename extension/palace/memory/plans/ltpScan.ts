import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../../../base/time.ts';
import { isoTime } from '../../model/ids.ts';
import { PalaceError } from '../../model/palaceError.ts';
import { ltpScore } from '../../retrieval/phases/ltp.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** Drawers read at a time. */
const page = 2000;

export interface LtpScan {
  /**
   * Current long-term potentiation, 0…1, by rowid. Drawers without accesses in the window have 0 and are left out.
   */
  readonly scores: ReadonlyMap<number, number>;
  /** Rowids of the drawers that are marked as superseded. */
  readonly marked: readonly number[];
}

/**
 * Scans the complete palace page by page and computes what a scan would write. Writes nothing. Throws E_CANCELLED.
 */
export const ltpScan = async (
  read: ReadQueries,
  flags: Pick<ProfileFlags, 'ltp_window_days' | 'ltp_max_boost'>,
  nowMs: number,
  signal?: AbortSignal,
): Promise<LtpScan> => {
  const since = isoTime(nowMs - flags.ltp_window_days * dayMs);
  const scores = new Map<number, number>();
  const marked: number[] = [];
  for (let after = 0; ;) {
    if (signal?.aborted === true)
      throw new PalaceError('E_CANCELLED', 'Making the plan was cancelled; nothing was written.');
    const drawers = read.usage.scan(since, after, page);
    for (const { rowid, sessions, isMarkedSuperseded } of drawers) {
      if (sessions > 0) scores.set(rowid, ltpScore(sessions, flags.ltp_max_boost));
      if (isMarkedSuperseded) marked.push(rowid);
    }
    const last = drawers.at(-1);
    if (last === undefined) return { scores, marked };
    after = last.rowid;
    await nextTurn();
  }
};
