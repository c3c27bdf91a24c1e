import { plural } from '../../../base/text/plural.ts';
import { dayMs } from '../../../base/time.ts';
import type { AgeingFacts } from '../../model/drawer/ageing.ts';
import { tiers, type EntryType, type Tier } from '../../model/drawer/drawer.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { AgeingLimitsRequest } from '../../contract/memory/ageingSchemas.ts';

/** When drawers age (docs/memory.md, Tiers). A day is 24 hours. */
export interface AgeingLimits {
  readonly ephemeralDays: number;
  /** After how many days without an access a type leaves `working`; files and conversations never do. */
  readonly idleDays: Readonly<Partial<Record<EntryType, number>>>;
  readonly promoteDays: number;
  readonly promoteAccesses: number;
  readonly patternQuietDays: number;
}

/** The usual limits, overridden by those of the request. */
export const ageingLimits = (request: AgeingLimitsRequest = {}): AgeingLimits => {
  const idle = request.idle_days ?? 30;
  const settled = request.decision_idle_days ?? 60;
  return {
    ephemeralDays: request.ephemeral_days ?? 7,
    promoteDays: request.promote_days ?? 7,
    promoteAccesses: request.promote_accesses ?? 3,
    patternQuietDays: request.pattern_quiet_days ?? 90,
    idleDays: {
      handoff: idle,
      progress: idle,
      issue: idle,
      reference: idle,
      summary: idle,
      git_commit: idle,
      decision: settled,
      insight: settled,
    },
  };
};

/** The change that age makes to one drawer. */
export interface AgeingChange {
  readonly rowid: number;
  readonly id: AgeingFacts['id'];
  readonly note: AgeingFacts['note'];
  readonly change: 'archived' | 'demoted' | 'promoted';
  readonly from: Tier;
  readonly to: Tier | 'archive';
  readonly reason: string;
}

/**
 * The changes that a drawer needs now, or all parts of a note. A note ages as a whole: a use or a pin of one part counts
 * for all, and it is in the highest tier that a part is in. Decay is checked before promotion. Pinned drawers never
 * change, nor do commits indexed on request, files and conversations. A change restarts the drawer's time in its tier,
 * so a second pass at the same time changes nothing.
 */
export const ageingChanges = (
  parts: readonly [AgeingFacts, ...AgeingFacts[]],
  nowMs: number,
  limits: AgeingLimits,
): readonly AgeingChange[] => {
  const due = dueChange(factsOfAll(parts), nowMs, limits);
  if (due === null) return [];
  const { reason } = due;
  return parts
    .filter(({ tier }) => tier !== due.to)
    .map(({ rowid, id, note, tier }) => ({
      ...due,
      rowid,
      id,
      note,
      from: tier,
      reason: parts.length === 1 ? reason : `${reason}; all ${parts.length} parts of its note`,
    }));
};

const factsOfAll = (parts: readonly [AgeingFacts, ...AgeingFacts[]]): AgeingFacts => {
  const [first] = parts;
  return {
    ...first,
    tier: tiers.findLast((tier) => parts.some((part) => part.tier === tier)) ?? first.tier,
    pinned: parts.some(({ pinned }) => pinned),
    lastAccessed: last(parts.map(({ lastAccessed }) => lastAccessed)),
    tierSince: last(parts.map(({ tierSince }) => tierSince)),
    restoredAt: last(parts.map(({ restoredAt }) => restoredAt)),
    accessCount: Math.max(...parts.map(({ accessCount, tierAccesses }) => accessCount - tierAccesses)),
    tierAccesses: 0,
  };
};

const last = (times: readonly (IsoTime | null)[]): IsoTime | null =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);

const dueChange = (
  facts: AgeingFacts,
  nowMs: number,
  limits: AgeingLimits,
): Pick<AgeingChange, 'change' | 'to' | 'reason'> | null => {
  const { type, tier, pinned, askedFor } = facts;
  if (pinned || askedFor || type === 'file' || type === 'conversation' || tier === 'longterm') return null;
  const change = (
    kind: AgeingChange['change'],
    to: AgeingChange['to'],
    reason: string,
  ): Pick<AgeingChange, 'change' | 'to' | 'reason'> => ({ change: kind, to, reason });
  const idle = (nowMs - lastSign(facts)) / dayMs;
  const stayed = (nowMs - latest(facts.filedAt, facts.tierSince)) / dayMs;
  if (tier === 'ephemeral') {
    if (idle > limits.ephemeralDays)
      return change(
        'archived',
        'archive',
        `ephemeral, not accessed for ${plural(whole(idle), 'day')} (limit ${limits.ephemeralDays})`,
      );
    const accesses = facts.accessCount - facts.tierAccesses;
    return accesses >= limits.promoteAccesses
      ? change(
          'promoted',
          'working',
          `accessed in ${plural(accesses, 'session')} (limit ${limits.promoteAccesses})`,
        )
      : null;
  }
  const idleLimit = limits.idleDays[type];
  if (idleLimit !== undefined && idle > idleLimit)
    return change(
      'demoted',
      'ephemeral',
      `${type}, not accessed for ${plural(whole(idle), 'day')} (limit ${idleLimit})`,
    );
  return (type === 'decision' || type === 'insight') && stayed > limits.promoteDays
    ? change('promoted', 'longterm', `${type}, ${plural(whole(stayed), 'day')} old (limit ${limits.promoteDays})`)
    : null;
};

/**
 * The last time that counts against ageing: when the drawer was filed, accessed, moved to its tier or restored. In
 * milliseconds since the epoch.
 */
const lastSign = ({ filedAt, lastAccessed, tierSince, restoredAt }: AgeingFacts): number =>
  latest(filedAt, lastAccessed, tierSince, restoredAt);

const latest = (...times: readonly (string | null)[]): number =>
  Math.max(...times.map((time) => (time === null ? -Infinity : Date.parse(time))));

const whole = (days: number): number => Math.floor(days);

/** Orders decay before promotion, then by ID, independent of the order of filing. */
export const byChange = (a: AgeingChange, b: AgeingChange): number =>
  kinds.indexOf(a.change) - kinds.indexOf(b.change) || (a.id < b.id ? -1 : 1);

const kinds: readonly AgeingChange['change'][] = ['archived', 'demoted', 'promoted'];
