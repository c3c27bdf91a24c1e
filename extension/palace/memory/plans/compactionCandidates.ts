import { plural } from '../../../base/text/plural.ts';
import { dayMs } from '../../../base/time.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { PlanCandidate } from '../../contract/memory/planSchemas.ts';
import { ltpStrength } from '../usage/ltpStrength.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';

export type CompactionFlags = Pick<
  ProfileFlags,
  'compaction_threshold' | 'compaction_age_days' | 'decay_enabled' | 'decay_lambda' | 'ltp_max_boost'
>;

/** A drawer with its use and its replacement. */
export interface CompactionSubject {
  readonly drawer: Pick<
    Drawer,
    'id' | 'pinned' | 'sensitive' | 'archived' | 'filedAt' | 'lastAccessed' | 'accessCount'
  >;
  /** The drawer that replaces it: named by a mark, or found among its neighbours. */
  readonly supersededBy: string | null;
  /** When a person last rejected archiving it. */
  readonly rejectedAt: string | null;
}

type Verdict = { readonly candidate: PlanCandidate } | { readonly kept: string };

/** Days for which a rejected drawer is not proposed again. */
const rejectionDays = 30;

/**
 * The first and the last time of a rejection that counts now. One that is dated later was made while the clock was ahead,
 * and would otherwise count for longer than anyone was told.
 */
export const rejectionsThatCount = (nowMs: number): readonly [first: IsoTime, last: IsoTime] => [
  isoTime(nowMs - rejectionDays * dayMs + 1),
  isoTime(nowMs),
];

/** Why a drawer must not be summarised, whatever its use; undefined if it may be. */
export const untouchable = (
  { drawer, rejectedAt }: Pick<CompactionSubject, 'drawer' | 'rejectedAt'>,
  nowMs: number,
): string | undefined => {
  if (drawer.archived) return 'it is archived';
  if (drawer.sensitive) return 'it is sensitive';
  if (drawer.pinned) return 'it is pinned';
  const [first, last] = rejectionsThatCount(nowMs);
  if (rejectedAt !== null && rejectedAt >= first && rejectedAt <= last)
    return `it was rejected on ${rejectedAt.slice(0, 10)} and is not proposed again for ${rejectionDays} days`;
  return undefined;
};

/**
 * Whether a drawer may be compacted. The strength that it had reached at its last use must be below
 * `compaction_threshold` (with `decay_enabled`, what is left of it), it must be superseded, and its last use must be more than `compaction_age_days` ago. Pinned,
 * sensitive, archived and recently rejected drawers are kept. Pure.
 */
export const compactionVerdict = (subject: CompactionSubject, flags: CompactionFlags, nowMs: number): Verdict => {
  const { drawer, supersededBy } = subject;
  const {
    compaction_threshold: threshold,
    compaction_age_days: age,
    decay_enabled: decays,
    decay_lambda: lambda,
    ltp_max_boost: maxBoost,
  } = flags;
  const kept = untouchable(subject, nowMs);
  if (kept !== undefined) return { kept };
  if (supersededBy === null) return { kept: 'nothing supersedes it' };
  const { reached, left, days } = ltpStrength(drawer, maxBoost, lambda, nowMs);
  const counts = decays ? left : reached;
  if (!(counts < threshold))
    return { kept: `${decays ? 'decayed_ltp' : 'ltp'}=${counts.toFixed(2)} is not below ${threshold}` };
  if (days <= age) return { kept: `last accessed ${plural(days, 'day')} ago, not more than ${age}` };
  const score = reached < threshold ? `ltp=${below(reached, threshold)}` : `decayed_ltp=${below(left, threshold)}`;
  return {
    candidate: {
      drawer_id: drawer.id,
      action: 'compact',
      reason: `${score} < ${threshold}, superseded_by=${supersededBy}, last_accessed=${days} days ago`,
      ltp_score: reached,
      decayed_ltp: left,
      superseded_by: supersededBy,
      days_since_access: days,
      consolidated_into: null,
    },
  };
};

/** Two decimals, or all of them if rounding would reach the threshold. */
const below = (score: number, threshold: number): string =>
  Number(score.toFixed(2)) < threshold ? score.toFixed(2) : String(score);
