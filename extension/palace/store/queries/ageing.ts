import type { AgeingFacts } from '../../model/ageing.ts';
import type { EntryType, Tier } from '../../model/drawer.ts';
import type { DrawerId, IsoTime } from '../../model/ids.ts';

/** Place in the order of filing. */
export interface AgeingPlace {
  readonly filedAt: IsoTime;
  readonly rowid: number;
}

/** What a session's context is chosen from: a drawer without its text. */
export interface PoolDrawer {
  readonly rowid: number;
  readonly id: DrawerId;
  readonly type: EntryType;
  readonly tier: Tier;
  readonly pinned: boolean;
  readonly importance: number;
  readonly filedAt: IsoTime;
  readonly accessCount: number;
}

export interface PoolLimits {
  /** The newest so many notes. */
  readonly notes: number;
  /** The newest so many pinned drawers. */
  readonly pinned: number;
  /** Drawers accessed since, the latest so many accesses. */
  readonly since: IsoTime;
  readonly accesses: number;
}

/** Reads for what ages; files and conversations, whose source is what they mirror, and archived drawers are left out. */
export interface AgeingQueries {
  /** In the order of filing, from behind a place on. */
  ageingAfter(after: AgeingPlace | null, limit: number): AgeingFacts[];
  /** As they stand, in rowid order; those that don't age any more are left out. */
  ageingOf(rowids: readonly number[]): AgeingFacts[];
  /**
   * Drawers that a session may begin with: pinned ones, notes, and what was accessed of late, each once, in rowid order.
   * Left out: archived, sensitive, superseded and consolidated ones.
   */
  sessionPool(limits: PoolLimits): PoolDrawer[];
  /** Rowids of the newest commits since a time, neither archived nor sensitive; the newest first. */
  newestCommits(since: IsoTime, limit: number): number[];
  /** IDs of drawers that a session accessed since a time. */
  accessedIn(sessionId: string, since: IsoTime): string[];
}
