import type { Drawer } from '../../model/drawer.ts';
import type { DrawerId, IsoTime } from '../../model/ids.ts';
import type { SourceRecord } from '../../model/source.ts';
import type { SecretFinding } from './annotations.ts';

/** One session's first access of a drawer. */
export interface AccessRecord {
  readonly session: string;
  readonly kind: string;
  readonly at: string;
}

/** A drawer with everything that is known of it beside its vector, which the model computes anew. */
export interface WholeDrawer {
  readonly drawer: Drawer;
  readonly tags: readonly string[];
  /** By name, in alphabetical order. */
  readonly properties: Readonly<Record<string, string>>;
  readonly findings: readonly SecretFinding[];
  readonly accesses: readonly AccessRecord[];
  /** When a person refused to let it be forgotten. */
  readonly rejectedAt: string | null;
}

/** How often two drawers were accessed in one session. */
export interface PairRecord {
  readonly a: string;
  readonly b: string;
  readonly count: number;
  readonly last_at: string;
}

/** A pair, and what holds for either of its drawers. */
export interface StandingPair {
  readonly pair: PairRecord;
  readonly isSensitive: boolean;
  readonly isArchived: boolean;
}

/** A recurring issue. */
export interface PatternRecord {
  readonly id: string;
  readonly label: string;
  readonly entry_ids: readonly string[];
  readonly occurrence_count: number;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly resolved: boolean;
}

/** Reads of everything, page by page in the order of IDs, which two palaces of the same memory share. */
export interface TransferQueries {
  /** Archived ones included. `after` is '' at first. */
  drawersAfter(after: string, limit: number): WholeDrawer[];
  sourcesAfter(after: string, limit: number): SourceRecord[];
  /** Pairs of drawers that are both there. */
  pairsAfter(after: readonly [a: string, b: string], limit: number): StandingPair[];
  /** Patterns; those that a sensitive drawer is part of only if asked for. */
  patternsAfter(after: string, limit: number, includeSensitive: boolean): PatternRecord[];
  /** Of the given IDs, those that drawers have. */
  knownDrawers(ids: readonly string[]): ReadonlySet<string>;
}

export interface DrawerUse {
  readonly accessCount: number;
  readonly lastAccessed: IsoTime | null;
  readonly accesses: readonly AccessRecord[];
  readonly rejectedAt: string | null;
}

/** Writes of what was so elsewhere. What is there already stays as it is. */
export interface TransferWrites {
  /** Sets a drawer's use, counting nothing. */
  putUse(id: DrawerId, use: DrawerUse): void;
  putPairs(pairs: readonly PairRecord[]): void;
  /** Returns how many were new. */
  putPatterns(patterns: readonly PatternRecord[]): number;
}
