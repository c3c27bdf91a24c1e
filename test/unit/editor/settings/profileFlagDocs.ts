import * as z from 'zod';
import {
  scorePhaseTable,
  type PhaseFamily,
} from '../../../../extension/palace/contract/search/scorePhaseTable.ts';
import { builtInProfiles } from '../../../../extension/palace/retrieval/profiles/builtInProfiles.ts';
import {
  profileFlagsSchema,
  type ProfileFlag,
} from '../../../../extension/palace/retrieval/profiles/profileFlags.ts';

/** What of JSON Schema the flags need; `z.toJSONSchema` gives no more for them. */
const flagSchema = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array', 'null']).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  description: z.string().optional(),
  get items() {
    return flagSchema.optional();
  },
  get anyOf() {
    return z.array(flagSchema).optional();
  },
});
type FlagSchema = z.infer<typeof flagSchema>;

const schemas = z
  .object({ properties: z.record(z.string(), flagSchema) })
  .parse(z.toJSONSchema(profileFlagsSchema)).properties;

export const flagNames: readonly ProfileFlag[] = profileFlagsSchema.keyof().options;

/** The flags of the phases of some colour families, in the order of the phases. */
const flagsOfPhases = (...families: readonly PhaseFamily[]): readonly ProfileFlag[] =>
  scorePhaseTable.flatMap(({ family, flags: prefix }) =>
    prefix === null || !families.includes(family) ? [] : flagNames.filter((flag) => flag.startsWith(prefix)),
  );

/** The flags by what they are about, for the page; a new phase's flags go where its family is. */
export const flagGroups: readonly { readonly title: string; readonly flags: readonly ProfileFlag[] }[] = [
  { title: 'The profile itself', flags: ['description', 'final_k', 'explain'] },
  {
    title: 'Candidates and their fusion',
    flags: [
      'leg_depth',
      'candidate_pool_multiplier',
      'fusion',
      'rrf_k',
      'lexical_weight',
      'dense_weight',
      'lexical_statistics',
      'common_term_share',
      'path_weight',
      'names_weight',
      'subject_weight',
      'spelling_enabled',
    ],
  },
  {
    title: 'Closets and graph',
    flags: ['closets', 'closet_weight', 'max_distance', 'graph_enabled', 'graph_weight', 'graph_hops'],
  },
  { title: 'Evidence in words and meaning', flags: flagsOfPhases('match') },
  { title: 'Use, age and standing', flags: ['axes_enabled', ...flagsOfPhases('use', 'standing')] },
  { title: 'Duplicates and selection', flags: flagsOfPhases('set') },
  {
    title: 'Compaction',
    flags: [
      'adaptive_compaction',
      'compaction_context_share',
      'compaction_threshold',
      'compaction_age_days',
      'decay_enabled',
      'decay_lambda',
    ],
  },
  {
    title: 'What a session begins with',
    flags: [
      'pinned_memory_enabled',
      'pinned_max_tokens',
      'pinned_max_items',
      'pinned_ltp_threshold',
      'pinned_include_tagged',
      'pinned_tagged_window_hours',
    ],
  },
  { title: 'Saving notes', flags: ['curate'] },
  { title: 'Scans of the whole palace', flags: ['paginated_scoring', 'batch_size', 'max_scan_depth'] },
  { title: 'Model guard', flags: ['model_guard', 'model_guard_strict'] },
];

/** Texts of flags whose schema has none, or one that only reads well beside its neighbours. */
const ownTexts: Partial<Record<ProfileFlag, string>> = {
  description: 'One line on what the profile is for',
  leg_depth: 'How many candidates each leg gives under rrf',
  rrf_k: 'The k of reciprocal rank fusion',
  dense_weight:
    'Under rrf: the weight of the dense leg (auto: 1); under convex: its share, 0 to 1 (auto: less where the words alone are sure)',
  lexical_statistics:
    'Where word frequencies and the average length come from; corpus: the whole palace, scope: what the filters leave',
  axes_enabled: 'Of ltp, tagging and association, those not listed here are off, whatever their own flags say',
  importance_enabled:
    'A drawer’s importance counts: factor 0.7 + 0.3 × importance, relative to the importance of 0.5 that drawers have unless set',
  tier_enabled: 'A drawer’s tier counts: longterm × 1.5, working × 1, ephemeral × 0.5',
  association_coefficient: 'How fast association grows: its factor is 1 + coefficient × ln(1 + sessions together)',
  mmr_lambda:
    'How much relevance counts in the selection against likeness to what is already selected; 1: relevance alone, lower: results that are less alike',
  wing_diversity_weight:
    'Gamma of cross-wing balancing: the higher, the more the results spread over wings; 0 switches it off',
  wing_diversity_scale:
    'How a full wing is penalised; none: the plain penalty, palace_share: scaled by the wing’s share of the palace',
  include_consolidated_summaries: 'Summaries may be among the results; false: they are left out',
  include_consolidated_sources: 'A summary names the drawers that it was made from',
  fusion: 'How the lexical and the dense leg are joined; convex: by their scores, rrf: by their ranks',
  fold_near_duplicates:
    'Drawers that are nearly the same text share one place, as those with exactly the same text always do',
  ltp_window_days: 'How far back openings count for ltp, in days',
  ltp_max_boost: 'The greatest factor that ltp gives',
  association_max_boost: 'The greatest factor that association gives',
  tagging_scope:
    'What tagging is for; notes: what a person or agent filed, all: files, conversations and commits too',
  tagging_window_hours: 'For how long after filing tagging lasts, in hours',
  lifecycle_max_factor:
    'Decay, ltp, association, tagging, importance and tier together: not above this factor; null: no bound',
  query_expansion_max_terms: 'How many words query expansion adds',
  query_expansion_similarity_threshold: 'Cosine from which an earlier query is similar enough to take words from',
  query_expansion_lookback_days: 'How far back earlier queries count, in days',
  pinned_search_boost: 'What is added to the score of a pinned drawer',
  supersede_action:
    'What happens to a replaced drawer; filter: it is left out while the newer one is there, annotate: it is marked, demote: it is marked and its score lowered',
  supersede_min_age_gap_days: 'Whole days that must lie between a drawer and the one that replaces it',
  candidate_pool_multiplier: 'Widens the pool of candidates by this factor; wing_count: by the number of wings',
  model_guard:
    'The query’s meaning is compared only with vectors of the same model, weights and engine; otherwise words alone decide',
  model_guard_strict:
    'A palace of another model is not searched at all: the search ends with E_MODEL_MISMATCH, which says what to do',
  explain: 'Each result says how its score came about, unless the call says otherwise',
};

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;
/** A value of the flag that the text begins with stays as it is typed. */
const sentence = (text: string, values: readonly string[] = []): string =>
  `${values.some((value) => text.startsWith(`${value}:`)) ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? '' : '.'}`;

const describedIn = (schema: FlagSchema): string | undefined =>
  schema.description ?? schema.anyOf?.map(describedIn).find((text) => text !== undefined);

/** What a flag does, as one sentence. Throws where neither the schema nor {@link ownTexts} says it. */
const flagText = (flag: ProfileFlag): string => {
  const text = ownTexts[flag] ?? describedIn(schemas[flag] ?? {});
  if (text === undefined) throw new Error(`Nothing says what ${flag} does: describe it in profileFlags.ts.`);
  return sentence(text, schemas[flag]?.enum);
};

/** Type and bounds in words: `whole number, 1 to 1,000`. */
const boundsOf = (schema: FlagSchema): string => {
  if (schema.anyOf !== undefined) return schema.anyOf.map(boundsOf).join(', or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  const { type, minimum, maximum } = schema;
  const range =
    minimum === undefined || maximum === undefined
      ? ''
      : `, ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
  switch (type) {
    case 'integer':
      return `whole number${range}`;
    case 'number':
      return `number${range}`;
    case 'boolean':
      return '`true`, `false`';
    case 'null':
      return '`null`';
    case 'array':
      return `list of ${boundsOf(schema.items ?? {})}`;
    default:
      return 'text';
  }
};

/** A flag's schema as VS Code's settings take it, without texts. */
const settingOf = ({
  type,
  minimum,
  maximum,
  enum: values,
  const: value,
  anyOf,
  items,
}: FlagSchema): Record<string, unknown> => ({
  ...(type === undefined ? {} : { type }),
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
  ...(values === undefined ? {} : { enum: values }),
  ...(value === undefined ? {} : { const: value }),
  ...(items === undefined ? {} : { items: settingOf(items), uniqueItems: true }),
  ...(anyOf === undefined ? {} : { anyOf: anyOf.map(settingOf) }),
});

const defaults = builtInProfiles['default'];
const differing = (flag: ProfileFlag): string =>
  Object.entries(builtInProfiles)
    .filter(
      ([name, profile]) =>
        name !== 'default' && JSON.stringify(profile[flag]) !== JSON.stringify(defaults?.[flag]),
    )
    .map(([name, profile]) => `${name} ${code(profile[flag])}`)
    .join(', ');

/** `additionalProperties` of the setting `synapsePalace.profiles`: one profile. */
export const profileSetting = () => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    flagNames.map((flag) => [
      flag,
      {
        ...settingOf(schemas[flag] ?? {}),
        ...(flag === 'description' ? {} : { default: defaults?.[flag] }),
        markdownDescription: `%flag.${flag}%`,
      },
    ]),
  ),
});

/** The texts behind {@link profileSetting}, by their key. */
export const profileSettingTexts = (): Record<string, string> =>
  Object.fromEntries(
    flagNames.map((flag) => [
      `flag.${flag}`,
      flag === 'description' ? flagText(flag) : `${flagText(flag)} Default: ${code(defaults?.[flag])}.`,
    ]),
  );

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The page's tables of every flag, one a group. */
export const flagTables = (): string =>
  flagGroups
    .map(({ title, flags: grouped }) =>
      [
        `### ${title}`,
        '',
        '| flag | what it does | values | `default` | otherwise |',
        '| --- | --- | --- | --- | --- |',
        ...grouped.map(
          (flag) =>
            `| ${[`\`${flag}\``, flagText(flag), boundsOf(schemas[flag] ?? {}), flag === 'description' ? '' : code(defaults?.[flag]), flag === 'description' ? '' : differing(flag)].map(cell).join(' | ')} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');

/** The page's table of the built-in profiles. */
export const profileTable = (): string =>
  [
    '| profile | what it is for |',
    '| --- | --- |',
    ...Object.entries(builtInProfiles).map(([name, { description }]) => `| \`${name}\` | ${cell(description)} |`),
  ].join('\n');
