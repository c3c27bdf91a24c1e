import type { TermStatistics } from '../../lexical/lexicalScores.ts';
import type { Candidate, Drop } from '../candidates/candidate.ts';
import type { PhaseSnapshot } from './phaseSnapshot.ts';
import type { SortBy } from '../candidates/resultOrder.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';

/** Everything that phases may know, so that a run can be repeated exactly. */
export interface PhaseContext {
  readonly query: string;
  /** The query's distinct terms with their idf, in query order. */
  readonly terms: readonly TermStatistics[];
  /** The query's terms in order, repeats included. */
  readonly termOrder: readonly string[];
  /** How the query writes its terms, for people: terms are stems. A term that is not listed is shown as it is. */
  readonly termWords: ReadonlyMap<string, string>;
  readonly flags: ProfileFlags;
  readonly k: number;
  readonly sortBy: SortBy;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** The palace's drawers per wing. */
  readonly wingCounts: Readonly<Record<string, number>>;
  /** What the palace knows of the candidates' use and replacement. */
  readonly snapshot: PhaseSnapshot;
  /** Cosine of two candidates' vectors; 0 if either has none. */
  readonly similarity: (a: Candidate, b: Candidate) => number;
}

export interface PhaseOutcome {
  readonly candidates: readonly Candidate[];
  readonly dropped?: readonly Drop[];
  /** Parts of the phase's time that `phase_timing_ms` lists separately, in milliseconds. */
  readonly timings?: Readonly<Record<string, number>>;
}

/** One step of the pipeline over the candidate list, as a pure function. Its name is in scorePhaseTable.ts. */
export interface Phase {
  /** Whether the profile has it on and it has something to work with. */
  readonly isOn: (flags: ProfileFlags, snapshot: PhaseSnapshot) => boolean;
  /** `timer` gives milliseconds and serves `timings` alone. */
  readonly run: (candidates: readonly Candidate[], context: PhaseContext, timer: () => number) => PhaseOutcome;
}
