import type { PhaseFamily } from './scorePhaseTable.ts';

/** A timed step of a search that is not a scoring phase. The name is English; the clients translate it. */
interface RetrievalStep {
  /** Its name in `phase_timing_ms`. */
  readonly id: string;
  readonly name: string;
  readonly family: PhaseFamily;
}

/** The steps of a search besides its phases, in the order in which they run. */
export const retrievalSteps: readonly RetrievalStep[] = [
  { id: 'model_load', name: 'Model loading', family: 'base' },
  { id: 'model_guard', name: 'Model guard', family: 'base' },
  { id: 'scope', name: 'Scope', family: 'base' },
  { id: 'linked', name: 'Linked palaces', family: 'base' },
  { id: 'linked_palaces', name: 'Answers of linked palaces', family: 'base' },
  { id: 'spelling', name: 'Spelling', family: 'base' },
  { id: 'lexical', name: 'Lexical leg', family: 'match' },
  { id: 'embed_query', name: 'Query embedding', family: 'match' },
  { id: 'dense', name: 'Dense leg', family: 'match' },
  { id: 'closet_index', name: 'Closet index', family: 'match' },
  { id: 'closets', name: 'Closets', family: 'match' },
  { id: 'graph', name: 'Graph', family: 'match' },
  { id: 'query_expansion', name: 'Query expansion', family: 'match' },
  { id: 'hydrate', name: 'Texts of the candidates', family: 'base' },
  { id: 'rerank_model', name: 'Cross-encoder', family: 'match' },
  { id: 'snapshot', name: 'Snapshot of use', family: 'base' },
  { id: 'selection', name: 'Selection', family: 'set' },
  { id: 'score_explainability', name: 'Explanation', family: 'base' },
];
