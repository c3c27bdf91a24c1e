import { withEvent } from '../../candidates/candidate.ts';
import { partsInFiles } from '../../candidates/drawersOfSources.ts';
import { kindsAskedFor } from '../kindsAskedFor.ts';
import type { Phase } from '../phase.ts';
import type { FileTest } from '../testsOfFiles.ts';

/**
 * A test says in words what the code that it tests does, and its name says which code that is. So a source gets `tests_weight` times the
 * share of the query's words that the test of its name holds, unless the query asks for tests. What a file's further drawers get
 * declines with their place in it, as in `source`.
 */
export const testEvidence: Phase = {
  isOn: (flags, { tests = [] }) => flags.tests_weight > 0 && tests.length > 0,
  run: (candidates, { query, flags, snapshot: { tests = [] } }) => {
    if (kindsAskedFor(query).has('test')) return { candidates };
    const bestOf = new Map<string, FileTest>();
    for (const test of tests)
      for (const drawer of test.drawers)
        if (test.share > (bestOf.get(drawer)?.share ?? 0)) bestOf.set(drawer, test);
    const partOf = partsInFiles(candidates, flags);
    return {
      candidates: candidates.map((candidate) => {
        const best = bestOf.get(candidate.drawer.id);
        if (best === undefined) return candidate;
        const { part, ending } = partOf(candidate);
        return withEvent(
          candidate,
          'tests',
          flags.tests_weight * part * best.share,
          `the test of its name, ${best.test}, holds ${best.share.toFixed(2)} of the query, by the rarity of its words${ending}`,
        );
      }),
    };
  },
};
