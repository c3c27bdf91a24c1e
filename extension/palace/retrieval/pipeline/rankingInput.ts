import type { PipelineTrace, SearchResult } from '../../contract/search/searchResult.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { GuardOutcome } from '../query/modelGuard.ts';
import type { PhaseContext } from '../phases/phase.ts';

/**
 * Everything that decides an answer, collected before the phases run. From here on nothing reads the palace, the clock or
 * the model, so a run can be repeated from this alone.
 */
export interface RankingInput {
  /** As the user typed it. */
  readonly query: string;
  readonly profile: string;
  readonly explain: boolean;
  readonly candidateTrace: boolean;
  readonly dryRun: boolean;
  readonly guard: GuardOutcome;
  readonly warnings: readonly string[];
  /** Words of the query that were read as others. */
  readonly readAs: NonNullable<SearchResult['read_as']>;
  readonly unreadPalaces: readonly string[];
  readonly scope: PipelineTrace['scope'];
  /** How many drawers each leg matched; `dense` is absent if there was no dense leg. */
  readonly legs: PipelineTrace['legs'];
  /** Drawers of the scope that at least one leg matched. */
  readonly matched: number;
  /** The fused pool, best first. */
  readonly candidates: readonly Candidate[];
  readonly context: PhaseContext;
}
