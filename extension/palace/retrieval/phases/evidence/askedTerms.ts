import type { PhaseContext } from '../phase.ts';

/** The query's terms. All phases ask for the same, so that a long text is gone through once. */
export const askedTerms = ({ terms, termOrder }: Pick<PhaseContext, 'terms' | 'termOrder'>): ReadonlySet<string> =>
  new Set([...termOrder, ...terms.map(({ term }) => term)]);
