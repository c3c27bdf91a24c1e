import type { SearchResult } from './searchResult.ts';

/**
 * Whether the searched drawers will get a vector: not if the model differs from the palace's, or can't be used.
 */
export const isAwaitingVectors = ({ pipeline_trace: { scope, model_guard: guard } }: SearchResult): boolean =>
  scope.without_vector > 0 && guard.result !== 'MISMATCH' && guard.result !== 'UNAVAILABLE';
