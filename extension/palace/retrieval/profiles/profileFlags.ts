import * as z from 'zod';

const share = (description: string) => z.number().min(0).max(1).describe(description);
const boost = (description: string) => z.number().min(1).max(10).describe(description);

/** Axes that `axes_enabled` may list; those of {@link switchableAxes} that it leaves out are off. */
const axes = ['ltp', 'tagging', 'association', 'similarity', 'decay', 'recency', 'mmr'] as const;
export const switchableAxes = ['ltp', 'tagging', 'association'] as const;

/** Every flag of a retrieval profile with its bounds. */
export const profileFlagsSchema = z.strictObject({
  description: z.string(),
  final_k: z.number().int().min(1).max(1000).describe('how many results, unless the call sets it'),
  leg_depth: z.number().int().min(1).max(1000).describe('candidates a leg under rrf'),
  candidate_pool_multiplier: z
    .union([z.number().int().min(1).max(100), z.literal('wing_count')])
    .describe('widens the pool of candidates'),
  fusion: z.enum(['convex', 'rrf']),
  rrf_k: z.number().min(1).max(1000).describe('k of reciprocal rank fusion'),
  lexical_weight: z.number().min(0).max(10).describe('weight of the lexical leg under rrf'),
  dense_weight: z
    .union([z.number().min(0).max(10), z.literal('auto')])
    .describe(
      'rrf: weight of the dense leg (auto: 1); convex: its share, 0 to 1 (auto: less where the words alone are sure)',
    ),
  path_weight: z.number().min(0).max(10).describe('what words in the path of a file add to those in its text'),
  names_weight: z
    .number()
    .min(0)
    .max(10)
    .describe('the same for names that its code defines, headings, a note’s title and tags'),
  subject_weight: z.number().min(0).max(10).describe('the same for the subject of a commit'),
  spelling_enabled: z
    .boolean()
    .describe('reads a word that no drawer has as the nearest one that some drawer has, and says so'),
  lexical_statistics: z.enum(['corpus', 'scope']).describe('where idf and average length come from'),
  closets: z
    .enum(['off', 'leg', 'first'])
    .describe(
      'leg: index cards lift the drawers they point to; first: they are searched alone, and words and meaning only where they find nothing',
    ),
  closet_weight: share('what the best closet line adds to a drawer that nothing else found'),
  max_distance: z
    .number()
    .min(0)
    .max(2)
    .nullable()
    .describe('closets first: greatest cosine distance of a drawer from the query; null: any'),
  graph_enabled: z
    .boolean()
    .describe('drawers that share rare names, identifiers or tags with the best ones are lifted'),
  graph_weight: share('what the best of the graph adds to a drawer that nothing else found'),
  graph_hops: z.number().int().min(1).max(2).describe('how far the graph goes from the best drawers'),
  common_term_share: share(
    'capitalised query words in more than this share of the scope are left out of the dense query',
  ),
  pair_weight: share('boost for neighbouring query words that are next to each other in the drawer'),
  pair_scope: z
    .enum(['prose', 'all'])
    .describe('prose: notes, commits, conversations and docs; all: source code too'),
  sentence_weight: share('boost for one sentence that holds most of the query'),
  sentence_scope: z.enum(['prose', 'all']).describe('prose: notes, commits and conversations; all: files too'),
  time_boost: share('boost for drawers with a date or time where the query asks for one'),
  kind_weight: share(
    'how much lower than sources tests, changelogs, configuration and data rank, and how much higher where the query asks for them',
  ),
  kind_docs_share: share('the share of kind_weight by which documentation ranks lower'),
  source_weight: share('boost from the best drawer of the same source'),
  source_support: share('files: what the second best drawer of the same file adds; the third adds half of that'),
  source_decline: share(
    'files: how much less of both each further drawer of a file gets; 0: as much as its best; 1: the second gets half, the third a third',
  ),
  neighbour_weight: share(
    'conversations and long notes: how far a drawer is lifted towards a better one next to it in the same source, as a share of the distance',
  ),
  series_weight: share(
    'commits: if the best match of all is a commit, how far short commits within an hour of it are lifted towards it, as a share of the distance',
  ),
  history_weight: share(
    'files: a share of the score of the best commit that changed them; above 0, commits also leave three quarters of the pool to other matches',
  ),
  tests_weight: share(
    'files: what a source gets if the test named after it holds every word of the query; if it holds only some, less, by their rarity',
  ),
  rerank_enabled: z.boolean().describe('a cross-encoder puts the best candidates in order; needs reranker_folder'),
  rerank_depth: z.number().int().min(2).max(100).describe('how many candidates it judges'),
  rerank_budget_ms: z
    .number()
    .int()
    .min(1)
    .max(60_000)
    .describe('milliseconds after which the fused order stays, not counting the loading of the model'),
  fold_near_duplicates: z.boolean(),
  axes_enabled: z
    .array(z.enum(axes))
    .describe('of ltp, tagging and association, those not listed are off, whatever their own flags say'),
  half_life_days: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .describe('age at which a drawer counts half; null: age does not count'),
  ltp_enabled: z.boolean().describe('drawers that were opened in many sessions count more'),
  ltp_window_days: z.number().int().min(1).max(365).describe('how far back openings count'),
  ltp_max_boost: boost('greatest factor of ltp'),
  association_enabled: z.boolean().describe('drawers that were opened together with other candidates count more'),
  association_max_boost: boost('greatest factor of association'),
  association_coefficient: share('association: 1 + coefficient × ln(1 + sessions together)'),
  tagging_enabled: z.boolean().describe('what was filed just now counts more'),
  tagging_scope: z
    .enum(['notes', 'all'])
    .describe('notes: what a person or agent filed; all: files, conversations and commits too'),
  tagging_window_hours: z.number().min(1).max(8760).describe('for how long after filing'),
  tagging_max_boost: boost('factor of tagging at the time of filing'),
  importance_enabled: z
    .boolean()
    .describe('0.7 + 0.3 × importance, relative to the importance of 0.5 that drawers have unless set'),
  tier_enabled: z.boolean().describe('longterm × 1.5, working × 1, ephemeral × 0.5'),
  lifecycle_min_factor: share(
    'decay, ltp, association, tagging, importance and tier together: not below this factor',
  ),
  lifecycle_max_factor: boost('the same: not above this factor; null: no bound').nullable(),
  query_expansion_enabled: z
    .boolean()
    .describe('asks once more with words from drawers that were opened after similar searches'),
  query_expansion_max_terms: z.number().int().min(1).max(20).describe('words that are added'),
  query_expansion_similarity_threshold: share('cosine from which an earlier query is similar'),
  query_expansion_boost: share('factor of drawers that only the added words found'),
  query_expansion_lookback_days: z.number().int().min(1).max(365).describe('how far back earlier queries count'),
  pinned_memory_enabled: z
    .boolean()
    .describe(
      'a session begins with memories by their pinning score; off: only with those that were pinned by hand',
    ),
  pinned_max_tokens: z
    .number()
    .int()
    .min(100)
    .max(100_000)
    .describe('the token budget of a session’s context, unless the call sets it'),
  pinned_max_items: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe('how many such memories at most; null: as many as the budget holds'),
  pinned_ltp_threshold: z.number().min(0).max(10).describe('the ltp factor that such a memory must have; 1: any'),
  pinned_include_tagged: z
    .boolean()
    .describe('what was filed within pinned_tagged_window_hours needs no such factor'),
  pinned_tagged_window_hours: z.number().min(1).max(8760).describe('for how long that holds after filing'),
  pinned_search_boost: z.number().min(0).max(1).describe('what a pinned drawer gets'),
  supersede_filter_enabled: z.boolean().describe('finds candidates that a newer one replaces'),
  supersede_lift_enabled: z
    .boolean()
    .describe('a drawer that is marked as replacing a candidate scores at least as high as the candidate'),
  supersede_action: z.enum(['filter', 'annotate', 'demote']),
  supersede_similarity_threshold: share('cosine from which a newer drawer may replace an older'),
  supersede_min_age_gap_days: z
    .number()
    .int()
    .min(0)
    .max(36_500)
    .describe('whole days that must lie between them'),
  supersede_max_candidates: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('how many replaced drawers are acted on, the surest first'),
  include_consolidated_summaries: z.boolean().describe('false: summaries are left out of results'),
  include_consolidated_sources: z
    .boolean()
    .describe('true: the drawers that a summary was made from are named with it'),
  mmr_lambda: share('1: relevance alone; lower: results that are less alike'),
  wing_diversity_weight: z.number().min(0).max(2).describe('gamma of cross-wing balancing; 0 switches it off'),
  wing_diversity_scale: z
    .enum(['none', 'palace_share'])
    .describe('none: the plain penalty; palace_share: scaled by the wing’s share of the palace'),
  adaptive_compaction: z
    .boolean()
    .describe(
      'plans a compaction automatically once an agent reports a context fuller than compaction_context_share',
    ),
  compaction_context_share: share('share of an agent’s context above which a compaction is due'),
  compaction_threshold: share('long-term potentiation (0 to 1) below which a drawer may be compacted'),
  compaction_age_days: z
    .number()
    .int()
    .min(0)
    .max(36_500)
    .describe('a drawer that was used within this many days is not compacted'),
  decay_enabled: z
    .boolean()
    .describe(
      'compaction compares the score after the forgetting curve, ltp · e^(−decay_lambda · days since the last access)',
    ),
  decay_lambda: z.number().min(0).max(10).describe('how fast that curve falls, per day'),
  paginated_scoring: z
    .boolean()
    .describe('a scan of the palace goes in batches and lets other work in between; off: one batch'),
  batch_size: z.number().int().min(1).max(50_000).describe('drawers in a batch of such a scan'),
  max_scan_depth: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .describe('drawers in a scan at most, and the next scan goes on from there; never bounds counts or searches'),
  curate: z
    .enum(['off', 'suggest', 'auto'])
    .describe(
      'what happens to older notes on the same matter once a note is saved; suggest: those that the new one replaces are proposed, auto: they are marked as replaced (always as in the profile default)',
    ),
  model_guard: z.boolean(),
  model_guard_strict: z.boolean(),
  explain: z.boolean(),
});
export type ProfileFlags = z.infer<typeof profileFlagsSchema>;
export type ProfileFlag = keyof ProfileFlags;
