import type { EntryType, Tier } from './drawer.ts';
import type { DrawerId, IsoTime, SourceId } from './ids.ts';

/** Names of the drawer properties from which ageing is counted. */
export const ageingProperty = {
  tierSince: 'tier_since',
  tierAccesses: 'tier_accesses',
  restoredAt: 'restored_at',
} as const;

/** What ageing knows about a drawer. */
export interface AgeingFacts {
  readonly rowid: number;
  readonly id: DrawerId;
  readonly type: EntryType;
  readonly tier: Tier;
  readonly pinned: boolean;
  /** Whether it is commit history that a person asked for. */
  readonly askedFor: boolean;
  readonly filedAt: IsoTime;
  readonly lastAccessed: IsoTime | null;
  readonly accessCount: number;
  /** When it was last moved into its tier; null if it began there. */
  readonly tierSince: IsoTime | null;
  /** Its access count at that time. */
  readonly tierAccesses: number;
  readonly restoredAt: IsoTime | null;
  /** The source that it shares with the other parts of its note; null if it is not a part of one. */
  readonly note: SourceId | null;
}

/** The properties to store when a drawer moves to another tier, so that its time there counts from `now`. */
export const tierStanding = (now: IsoTime, accessCount: number): Readonly<Record<string, string>> => ({
  [ageingProperty.tierSince]: now,
  [ageingProperty.tierAccesses]: String(accessCount),
});

/** The properties to store when a drawer comes back from the archive. */
export const restoredStanding = (now: IsoTime): Readonly<Record<string, string>> => ({
  [ageingProperty.restoredAt]: now,
});
