import type { TermStatistics } from '../../lexical/lexicalScores.ts';
import type { Candidate, Drop } from '../candidates/candidate.ts';
import type { PhaseSnapshot } from './phaseSnapshot.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';

/** What phases may know: everything comes in here, so that a run can be repeated exactly. */
export interface PhaseContext {
  readonly query: string;
  /** The query's distinct terms with their idf, in query order. */
  readonly terms: readonly TermStatistics[];
  /** The query's terms in order, repeats included. */
  readonly termOrder: readonly string[];
  readonly flags: ProfileFlags;
  readonly k: number;
  readonly sortBy: 'relevance' | 'importance' | 'recency';
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Drawers a wing, of the palace. */
  readonly wingCounts: Readonly<Record<string, number>>;
  /** What the palace knows of the candidates' use and replacement. */
  readonly snapshot: PhaseSnapshot;
  /** Cosine of two candidates' vectors; 0 where either has none. */
  readonly similarity: (a: Candidate, b: Candidate) => number;
}

export interface PhaseOutcome {
  readonly candidates: readonly Candidate[];
  readonly dropped?: readonly Drop[];
  /** Milliseconds of the phase's time that are named apart in `phase_timing_ms`. */
  readonly timings?: Readonly<Record<string, number>>;
}

/** One step of the pipeline over the candidate list, as a pure function. Its name is in scorePhaseTable.ts. */
export interface Phase {
  /** Whether the profile has it on and there is something for it to work with. */
  readonly isOn: (flags: ProfileFlags, snapshot: PhaseSnapshot) => boolean;
  /** `timer` gives milliseconds, for `timings` alone. */
  readonly run: (candidates: readonly Candidate[], context: PhaseContext, timer: () => number) => PhaseOutcome;
}
