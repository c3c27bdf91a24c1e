import type { EntryType, Tier } from './drawer.ts';
import type { DrawerId, IsoTime } from './ids.ts';

/** Names of the properties in which a drawer keeps what its age is counted from. */
export const ageingProperty = {
  tierSince: 'tier_since',
  tierAccesses: 'tier_accesses',
  restoredAt: 'restored_at',
} as const;

/** What ageing knows of a drawer. */
export interface AgeingFacts {
  readonly rowid: number;
  readonly id: DrawerId;
  readonly type: EntryType;
  readonly tier: Tier;
  readonly pinned: boolean;
  /** History that a person asked for. */
  readonly askedFor: boolean;
  readonly filedAt: IsoTime;
  readonly lastAccessed: IsoTime | null;
  readonly accessCount: number;
  /** When it was last put into its tier, where it did not begin in it. */
  readonly tierSince: IsoTime | null;
  /** The accesses that it had then. */
  readonly tierAccesses: number;
  readonly restoredAt: IsoTime | null;
}

/** To be kept with a drawer that is put into another tier, so that its time there counts from now. */
export const tierStanding = (now: IsoTime, accessCount: number): Readonly<Record<string, string>> => ({
  [ageingProperty.tierSince]: now,
  [ageingProperty.tierAccesses]: String(accessCount),
});

/** To be kept with a drawer that comes back from the archive. */
export const restoredStanding = (now: IsoTime): Readonly<Record<string, string>> => ({
  [ageingProperty.restoredAt]: now,
});
