import { withAnnotation, withFactor } from '../candidate.ts';
import type { Phase } from '../phase.ts';

/** What only the words added to the query have found counts less than what the query itself has. */
export const expansion: Phase = {
  name: 'query_expansion',
  isOn: (flags) => flags.query_expansion_enabled,
  run: (candidates, { flags, snapshot }) => {
    if (snapshot.expansion === null) return { candidates };
    const found = new Set(snapshot.expansion.candidates);
    const words = snapshot.expansion.terms.join(', ');
    return {
      candidates: candidates.map((candidate) =>
        found.has(candidate.entry.id)
          ? withAnnotation(withFactor(candidate, 'expansion', flags.query_expansion_boost, `found by the added words alone (${words}): × ${flags.query_expansion_boost}`), `Found by added words: ${words}`)
          : candidate),
    };
  },
};
