import { plural } from '../../../base/text/plural.ts';
import { ltpFactor } from '../../retrieval/phases/lifecycle/ltp.ts';
import type { DrawerSessions, LoggedQuery } from '../../store/queries/usage.ts';
import type { PoolDrawer } from '../../store/queries/ageing.ts';

/** Growth of the score per different search, and the maximum number of searches that count. */
const spreadGrowth = 0.2;
const mostSpread = 10;

export interface Pinned {
  readonly drawer: PoolDrawer;
  readonly score: number;
  /** The factor of long-term potentiation. */
  readonly ltp: number;
  /** How many recent sessions opened it or were given it. */
  readonly sessions: number;
  /** Whether this session accessed it. */
  readonly isInSession: boolean;
  readonly reason: string;
}

interface PinningFacts {
  /** Recent sessions that opened a drawer or were given it. */
  readonly sessions: readonly DrawerSessions[];
  /** Recent searches. */
  readonly queries: readonly LoggedQuery[];
  /** IDs of the drawers that this session accessed. */
  readonly inSession: ReadonlySet<string>;
  readonly ltpMaxBoost: number;
}

/**
 * The drawers by pinning score, `ltp · (1 + 0.2 · min(spread, 10))`. `ltp` is the factor of long-term
 * potentiation; `spread` is the number of different searches that found the drawer, at least 1. Drawers used in
 * this session come first. Equal scores are ordered by importance, then newest first.
 */
export const byPinningScore = (
  drawers: readonly PoolDrawer[],
  { sessions, queries, inSession, ltpMaxBoost }: PinningFacts,
): Pinned[] => {
  const accesses = new Map(sessions.map(({ id, sessions: count }) => [id, count]));
  const spread = spreads(queries, new Set(drawers.map(({ id }) => id)));
  return drawers
    .map((drawer): Pinned => {
      const found = spread.get(drawer.id)?.size ?? 0;
      const used = accesses.get(drawer.id) ?? 0;
      const ltp = ltpFactor(used, ltpMaxBoost);
      const score = ltp * (1 + spreadGrowth * Math.min(Math.max(found, 1), mostSpread));
      const isInSession = inSession.has(drawer.id);
      const reasons = [
        ...(drawer.pinned ? ['pinned'] : []),
        ...(isInSession ? ['used in this session'] : []),
        `ltp ${ltp.toFixed(3)} (${plural(used, 'session')})`,
        `found by ${plural(found, 'search', 'searches')}`,
      ];
      return {
        drawer,
        score,
        ltp,
        sessions: used,
        isInSession,
        reason: `${reasons.join(', ')}: ${score.toFixed(3)}`,
      };
    })
    .sort(
      (a, b) =>
        Number(b.isInSession) - Number(a.isInSession) ||
        b.score - a.score ||
        b.drawer.importance - a.drawer.importance ||
        (a.drawer.filedAt < b.drawer.filedAt ? 1 : a.drawer.filedAt > b.drawer.filedAt ? -1 : 0) ||
        (a.drawer.id < b.drawer.id ? -1 : 1),
    );
};

/** The different searches that found each drawer. Letter case and spacing are ignored. */
const spreads = (
  queries: readonly LoggedQuery[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { text, resultIds } of queries) {
    const query = text.trim().toLowerCase().replace(/\s+/g, ' ');
    for (const id of resultIds) {
      if (!wanted.has(id)) continue;
      const known = found.get(id);
      if (known === undefined) found.set(id, new Set([query]));
      else known.add(query);
    }
  }
  return found;
};
