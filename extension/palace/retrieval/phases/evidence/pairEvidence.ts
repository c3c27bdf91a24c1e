import { fileKindOf } from '../../../model/source/fileKind.ts';
import { withEvent, type Candidate } from '../../candidates/candidate.ts';
import { placesAmong } from '../../candidates/textTerms.ts';
import type { Phase } from '../phase.ts';
import { askedTerms } from './askedTerms.ts';

const isProse = ({ drawer }: Candidate): boolean => drawer.type !== 'file' || fileKindOf(drawer) === 'docs';

/** The greatest distance of the two words of a pair: up to two terms between them. */
const reach = 3;

/**
 * Whether a word of `second` follows one of `first` within reach. Both ascend and are passed through once: in a drawer of
 * megabytes, each may hold hundreds of thousands.
 */
const areTogether = (first: readonly number[], second: readonly number[]): boolean => {
  let next = 0;
  return first.some((i) => {
    while ((second[next] ?? Infinity) <= i) next += 1;
    return (second[next] ?? Infinity) - i <= reach;
  });
};

/**
 * Neighbouring query words that are close together in the drawer, too, in the same order. A pair counts by its words' idf. Files other
 * than docs are left out unless the profile says so: in code, words of a question stand side by side by
 * coincidence.
 */
export const pairEvidence: Phase = {
  isOn: (flags) => flags.pair_weight > 0,
  run: (candidates, context) => {
    const { terms, termOrder, termWords, flags } = context;
    const idf = new Map(terms.map((term) => [term.term, term.weight * term.idf]));
    const pairs = termOrder.slice(1).flatMap((second, i) => {
      const first = termOrder[i];
      return first === undefined || first === second
        ? []
        : [{ first, second, weight: (idf.get(first) ?? 0) + (idf.get(second) ?? 0) }];
    });
    const whole = pairs.reduce((sum, pair) => sum + pair.weight, 0);
    if (whole === 0) return { candidates };
    const asked = askedTerms(context);
    const wanted = new Set(pairs.flatMap(({ first, second }) => [first, second]));
    return {
      candidates: candidates.map((candidate) => {
        if (flags.pair_scope === 'prose' && !isProse(candidate)) return candidate;
        const places = new Map<string, number[]>();
        const held = placesAmong(candidate.terms, asked);
        held.terms.forEach((term, i) => {
          if (!wanted.has(term)) return;
          const known = places.get(term);
          if (known === undefined) places.set(term, [held.positions[i] ?? 0]);
          else known.push(held.positions[i] ?? 0);
        });
        const together = pairs.filter(({ first, second }) =>
          areTogether(places.get(first) ?? [], places.get(second) ?? []),
        );
        const found = together.reduce((sum, pair) => sum + pair.weight, 0);
        return withEvent(
          candidate,
          'pair',
          flags.pair_weight * (found / whole),
          `${together.length} of ${pairs.length} word pairs stand together: ${together
            .slice(0, 3)
            .map(({ first, second }) => `${termWords.get(first) ?? first} ${termWords.get(second) ?? second}`)
            .join(', ')}`,
        );
      }),
    };
  },
};
