import { withAnnotation, withFactor } from '../candidates/candidate.ts';
import type { Phase, PhaseContext } from './phase.ts';

/** What the expansion did, for the candidate trace. */
export const expansionEntries = ({ query, snapshot, flags }: PhaseContext): Record<string, unknown>[] =>
  snapshot.expansion === null
    ? []
    : [
        {
          phase: 'query_expansion',
          action: 'expand',
          original_query: query,
          expansion_terms: snapshot.expansion.terms,
          similar_past_queries: snapshot.expansion.similarQueries,
          source_drawers: snapshot.expansion.sources,
          expansion_boost: flags.query_expansion_boost,
          results_from_expansion: snapshot.expansion.candidates.length,
        },
      ];

/** Drawers that only the added words found count less than those that the query itself found. */
export const expansion: Phase = {
  isOn: (flags, snapshot) => flags.query_expansion_enabled && snapshot.expansion !== null,
  run: (candidates, { flags, snapshot }) => {
    if (snapshot.expansion === null) return { candidates };
    const found = new Set(snapshot.expansion.candidates);
    const words = snapshot.expansion.terms.join(', ');
    return {
      candidates: candidates.map((candidate) =>
        found.has(candidate.entry.id)
          ? withAnnotation(
              withFactor(
                candidate,
                'expansion',
                flags.query_expansion_boost,
                `found by the added words alone (${words}): × ${flags.query_expansion_boost}`,
              ),
              `Found by added words: ${words}`,
            )
          : candidate,
      ),
    };
  },
};
