import * as z from 'zod';

const share = (description: string) => z.number().min(0).max(1).describe(description);

/** Every flag of a retrieval profile with its bounds. Names are the sources' own. */
export const profileFlagsSchema = z.strictObject({
  description: z.string(),
  final_k: z.number().int().min(1).max(1000).describe('how many results, unless the call says'),
  leg_depth: z.number().int().min(1).max(1000).describe('candidates a leg under rrf'),
  candidate_pool_multiplier: z.union([z.number().int().min(1).max(100), z.literal('wing_count')]).describe('widens the pool of candidates'),
  fusion: z.enum(['convex', 'rrf']),
  rrf_k: z.number().min(1).max(1000).describe('k of reciprocal rank fusion'),
  lexical_weight: z.number().min(0).max(10).describe('weight of the lexical leg under rrf'),
  dense_weight: z.union([z.number().min(0).max(10), z.literal('auto')]).describe(
    'rrf: weight of the dense leg (auto: 1); convex: its share, 0 to 1 (auto: less where the words alone are sure)'),
  lexical_statistics: z.enum(['corpus', 'scope']).describe('where idf and average length come from'),
  common_term_share: share('capitalised query words in more than this share of the scope are left out of the dense query'),
  pair_weight: share('boost for neighbouring query words that stand together in the drawer'),
  sentence_weight: share('boost for one sentence that holds most of the query'),
  time_boost: share('boost for drawers with a date or time where the query asks for one'),
  source_weight: share('boost from the best drawer of the same source'),
  fold_near_duplicates: z.boolean(),
  mmr_lambda: share('1: relevance alone; lower: less alike results'),
  wing_diversity_weight: z.number().min(0).max(2).describe('gamma of cross-wing balancing; 0 switches it off'),
  wing_diversity_scale: z.enum(['none', 'palace_share']).describe('none: the plain penalty; palace_share: scaled by the wing’s share of the palace'),
  model_guard: z.boolean(),
  model_guard_strict: z.boolean(),
  explain: z.boolean(),
});
export type ProfileFlags = z.infer<typeof profileFlagsSchema>;
export type ProfileFlag = keyof ProfileFlags;
