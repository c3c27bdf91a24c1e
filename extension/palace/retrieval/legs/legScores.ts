import type { LegPlaces } from '../candidates/candidate.ts';

/** A leg's scores over the scope. */
export interface LegScores {
  /** By slot; NaN where the leg says nothing of the drawer. */
  readonly scores: Float64Array;
  /** How many drawers of the scope it has a score for. */
  readonly matched: number;
}

/** A leg that may lift a drawer and never hides one. */
export interface SupportLeg {
  readonly name: 'closets' | 'graph';
  readonly leg: LegScores;
  /** 0…1: what it adds to a drawer that nothing else found. */
  readonly weight: number;
}

/** What fusion makes of the legs for one drawer. */
export interface FusedHit {
  readonly slot: number;
  /** 0…1. */
  readonly relevance: number;
  readonly legs: LegPlaces;
}
