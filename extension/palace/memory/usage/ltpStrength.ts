import { dayMs } from '../../../base/time.ts';
import { ltpScore } from '../../retrieval/phases/lifecycle/ltp.ts';

/** Everything known about a drawer's use. */
interface AccessHistory {
  /** How many sessions opened the drawer or were given it, ever. */
  readonly accessCount: number;
  /** ISO time of the last of them; null if there was none. */
  readonly lastAccessed: string | null;
  /** ISO time. */
  readonly filedAt: string;
}

interface LtpStrength {
  /** Reached at the last use, 0…1. */
  readonly reached: number;
  /** What the forgetting curve has left of it, 0…1. */
  readonly left: number;
  /** Full days since the last use, or since the filing of a drawer that was never used. */
  readonly days: number;
}

/**
 * The strength of a drawer in memory: the long-term potentiation that all its sessions had built up at its last use, and what
 * is left of it, `reached · e^(−λ·days)` (Ebbinghaus). Unlike the factor in a ranking, it has no time window,
 * so a drawer that was once used a lot is forgotten gradually. Pure.
 */
export const ltpStrength = (
  { accessCount, lastAccessed, filedAt }: AccessHistory,
  maxBoost: number,
  lambda: number,
  nowMs: number,
): LtpStrength => {
  const reached = ltpScore(accessCount, maxBoost);
  const days = Math.max(0, Math.floor((nowMs - Date.parse(lastAccessed ?? filedAt)) / dayMs));
  return { reached, left: reached * Math.exp(-lambda * days), days };
};
