import { PalaceError } from '../../model/errors/palaceError.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { PhaseSnapshot } from '../phases/phaseSnapshot.ts';
import type { SearchDependencies, SearchOptions } from './searchRequest.ts';

export interface RerankOutcome {
  readonly scores?: NonNullable<PhaseSnapshot['rerank']>;
  /** Why the fused order stays. */
  readonly warning: string | null;
}

/**
 * Lets the cross-encoder judge the first `rerank_depth` candidates, if the profile has it on and the search is by relevance.
 * Sensitive drawers are left out. When its budget is over, or it fails, the fused order stays and a warning says so;
 * loading the model is not part of the budget.
 */
export const rerankScores = async (
  query: string,
  candidates: readonly Candidate[],
  { profile: { flags }, sortBy, wordsOnly, signal }: SearchOptions,
  { reranker }: Pick<SearchDependencies, 'reranker'>,
): Promise<RerankOutcome> => {
  if (!flags.rerank_enabled || sortBy !== 'relevance' || wordsOnly) return { warning: null };
  if (reranker === null)
    return { warning: 'Not reranked: rerank_enabled is on, but the setting reranker_folder names no model.' };
  const judged = candidates.filter(({ drawer }) => !drawer.sensitive).slice(0, flags.rerank_depth);
  if (judged.length < 2) return { warning: null };
  const budget = new AbortController();
  const stop = (): void => budget.abort();
  signal?.addEventListener('abort', stop, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    await reranker.ready();
    timer = setTimeout(stop, flags.rerank_budget_ms);
    const scores = await reranker.score(
      query,
      judged.map(({ drawer }) => drawer.text),
      budget.signal,
    );
    return {
      scores: judged.map(({ entry }, i) => ({ id: entry.id, score: usable(scores[i]) })),
      warning: null,
    };
  } catch (thrown) {
    const why = budget.signal.aborted
      ? `it took more than ${flags.rerank_budget_ms} ms.`
      : PalaceError.from(thrown, 'E_RERANKER').message;
    return { warning: `Not reranked, the fused order stays: ${why}` };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** There is no order among scores that are not finite. Throws E_RERANKER. */
const usable = (score: number | undefined): number => {
  if (score !== undefined && Number.isFinite(score)) return score;
  throw new PalaceError('E_RERANKER', 'The reranker did not give every text a usable score.');
};
