import type { LegPlaces } from '../candidates/candidate.ts';
import type { LegRange } from '../candidates/legParts.ts';

/** A leg's scores over the scope. */
export interface LegScores {
  /** By slot; NaN if the leg has no score for the drawer. */
  readonly scores: Float64Array;
  /** The slots that have a score, in no particular order; absent where the leg keeps no list of them. */
  readonly slots?: Uint32Array;
  /** The least and the greatest score over the scope, where the leg knows them without another pass. */
  readonly range?: LegRange;
  /** How many drawers of the scope it has a score for. */
  readonly matched: number;
}

/** A leg that may lift drawers and never lowers or hides one. */
export interface SupportLeg {
  readonly name: 'closets' | 'graph';
  readonly leg: LegScores;
  /** 0…1: what it adds to a drawer that no other leg found. */
  readonly weight: number;
}

/** What fusion gives for one drawer. */
export interface FusedHit {
  readonly slot: number;
  /** 0…1. */
  readonly relevance: number;
  readonly legs: LegPlaces;
  /** Whether closets were asked first and found it; no other leg counts then. */
  readonly isClosetFirst?: true;
}
