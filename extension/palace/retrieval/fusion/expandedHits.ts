import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { denseLeg } from '../legs/denseLeg.ts';
import { fuseLegs } from './fuseLegs.ts';
import type { FusedHit } from '../legs/legScores.ts';
import { lexicalLeg, parsedLexicalQuery } from '../legs/lexicalLeg.ts';
import type { Expansion } from '../phases/phaseSnapshot.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { queryExpansion } from '../query/queryExpansion.ts';
import { queryVector } from '../query/queryVector.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';

/** How many candidates an expansion may add. */
const most = 20;

interface ExpansionCircumstances {
  readonly scope: DrawerScope;
  readonly flags: ProfileFlags;
  readonly vectors: VectorIndex;
  readonly multiplier: number;
  readonly dependencies: SearchDependencies;
  readonly signal: AbortSignal | undefined;
}

/**
 * The best drawers that the query with added words finds and the query alone did not; null if there are no words to add.
 * Errors: those of the embedder.
 */
export const expandedHits = async (
  query: { readonly text: string; readonly words: string; readonly vector: Float32Array },
  pool: readonly FusedHit[],
  { scope, flags, vectors, multiplier, dependencies, signal }: ExpansionCircumstances,
): Promise<{ readonly hits: readonly FusedHit[]; readonly expansion: Expansion } | null> => {
  const plan = await queryExpansion(query, scope, flags, dependencies, signal);
  if (plan === null) return null;
  const words = plan.terms.join(' ');
  const vector = await queryVector([`${query.text} ${words}`], dependencies.embed, signal);
  const lexical = lexicalLeg(
    dependencies.lexical,
    parsedLexicalQuery(dependencies.lexical, `${query.words} ${words}`),
    scope,
    { flags, isCommit: (slot) => dependencies.catalogue.isCommit(slot) },
  );
  const known = new Set(pool.map(({ slot }) => slot));
  const hits = fuseLegs({ scope, lexical, dense: denseLeg(vectors, vector, scope) }, flags, multiplier)
    .filter(({ slot }) => !known.has(slot))
    .slice(0, most);
  const ids = hits.map(({ slot }) => dependencies.catalogue.entry(slot).id);
  return {
    hits,
    expansion: {
      terms: [...plan.terms],
      similarQueries: [...plan.similarQueries],
      sources: [...plan.sources],
      candidates: ids,
    },
  };
};
