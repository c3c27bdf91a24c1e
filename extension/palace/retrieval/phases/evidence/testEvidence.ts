import { kindsAskedFor } from '../kindsAskedFor.ts';
import type { Phase } from '../phase.ts';
import { liftedByBest } from './liftedByBest.ts';

/**
 * A test says in words what the code that it tests does, and its name says which code that is. So a source gets `tests_weight` times the
 * share of the query's words that the test of its name holds, unless the query asks for tests. What a file's further drawers get
 * declines with their place in it, as in `source`.
 */
export const testEvidence: Phase = {
  isOn: (flags, { tests = [] }) => flags.tests_weight > 0 && tests.length > 0,
  run: (candidates, { query, flags, snapshot: { tests = [] } }) => {
    if (kindsAskedFor(query).has('test')) return { candidates };
    const witnesses = tests.map(({ test, share, drawers }) => ({
      ...{ drawers, worth: share },
      reason: () =>
        `the test of its name, ${test}, holds ${share.toFixed(2)} of the query, by the rarity of its words`,
    }));
    return { candidates: liftedByBest(candidates, 'tests', witnesses, flags.tests_weight, flags) };
  },
};
