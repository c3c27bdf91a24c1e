import { withEvent } from '../../candidates/candidate.ts';
import { placesAmong } from '../../candidates/textTerms.ts';
import type { Phase } from '../phase.ts';
import { askedTerms } from './askedTerms.ts';

/**
 * The sentence that holds the greatest share of the query's idf. Files are left out unless the profile says so: a line of
 * code that holds many of the words says no more than its drawer does, and documentation alone would be lifted above the code
 * that it describes.
 */
export const sentenceEvidence: Phase = {
  isOn: (flags) => flags.sentence_weight > 0,
  run: (candidates, context) => {
    const { terms, flags } = context;
    const idf = new Map(terms.map((term) => [term.term, term.weight * term.idf]));
    const whole = terms.reduce((sum, term) => sum + term.weight * term.idf, 0);
    if (whole === 0) return { candidates };
    const asked = askedTerms(context);
    return {
      candidates: candidates.map((candidate) => {
        if (candidate.drawer.type === 'file' && flags.sentence_scope === 'prose') return candidate;
        let best = 0;
        let bestCount = 0;
        let sum = 0;
        let seen = new Set<string>();
        const held = placesAmong(candidate.terms, asked);
        held.terms.forEach((term, i) => {
          if (i > 0 && held.sentence[i] !== held.sentence[i - 1]) {
            sum = 0;
            seen = new Set();
          }
          const weight = idf.get(term);
          if (weight === undefined || seen.has(term)) return;
          seen.add(term);
          sum += weight;
          if (sum > best) {
            best = sum;
            bestCount = seen.size;
          }
        });
        return withEvent(
          candidate,
          'sentence',
          flags.sentence_weight * (best / whole),
          `one sentence holds ${bestCount} of the ${terms.length} words, ${Math.round((100 * best) / whole)} % of their weight`,
        );
      }),
    };
  },
};
