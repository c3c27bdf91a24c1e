import * as z from 'zod';
import { growthSchema } from '../palace/contract/growthSchema.ts';
import { searchResultSchema, whyNotSchema } from '../palace/contract/search/searchResult.ts';
import {
  inspectorLimits,
  inspectorNavigationSchema,
  inspectorSearchSchema,
  pastSearchesSchema,
} from './inspectorNavigation.ts';
import { palaceSummarySchema } from './palaceSummary.ts';
import {
  applyPlanSchema,
  checkPlanSchema,
  planAnswerSchema,
  restorePlanSchema,
  showPlanSchema,
} from './reviewMessages.ts';

/**
 * The conversation between the editor's host and the inspector (webview). Both sides parse what they receive.
 *
 * Order:
 * 1. The webview sends `ready` once it listens. The host sends nothing before that, and answers with one `init`. A
 *    reloaded webview sends `ready` again and gets a new `init`.
 * 2. `status` may follow `init` at any time, whenever the palace's state changes.
 * 3. Each `search` carries a fresh `requestId`. The host answers with exactly one of `result`, `error` or `cancelled`
 *    with that `requestId`. A newer `search` supersedes an older one: the host should cancel the older one, and the
 *    webview drops whatever still arrives for it.
 * 4. `drawerStates` follows the `result` it belongs to, in one or more parts.
 * 5. `error` with `requestId: null` belongs to no search: an action or the palace itself failed.
 * 6. `similar` is a search as in 3. `whyNot`, `rank`, `openPacket` and `growth` are side queries, any number at once: each gets
 *    exactly one of `whyNot` / `ranking` / `packet` / `growth`, `error` or `cancelled` with its `requestId`. A newer `search` cancels
 *    `whyNot` and `rank`.
 * 7. The review of a plan: `reviewMessages.ts`.
 */

const requestId = z.string().min(1).max(100);
const drawerId = z.string().min(1).max(500);

/** Commands that the inspector may run. Any other is refused before the editor sees it. */
export const inspectorCommands = [
  'mineWorkspace',
  'importConversations',
  'indexGitCommits',
  'rebuildEmbeddings',
  'status',
  'verifyPalace',
  'showLog',
  'reviewCompaction',
  'manageTrust',
  'openFolder',
] as const;
export type InspectorCommand = (typeof inspectorCommands)[number];

/** Whether a drawer's source still has the text that was mined. `noFile`: there is no file to compare with. */
const sourceFreshness = ['unchanged', 'changed', 'missing', 'noFile'] as const;
export type SourceFreshness = (typeof sourceFreshness)[number];

/** What has become of a drawer since the search that found it. `replaced`: by a newer one; `changed`: its place, kind or tier. */
const drawerChanges = ['archived', 'restored', 'replaced', 'changed', 'gone'] as const;
export type DrawerChange = (typeof drawerChanges)[number];

/** Names of all profiles; `current` is what a search without a profile uses. */
const profilesSchema = z.object({ names: z.array(z.string()), current: z.string() });

export const hostMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    palace: palaceSummarySchema,
    profiles: profilesSchema,
    /** What the person last saw in an earlier panel of this palace. */
    navigation: inspectorNavigationSchema.nullable(),
    searches: pastSearchesSchema,
    /** The commands that this host offers. The inspector shows buttons only for these. */
    commands: z.array(z.enum(inspectorCommands)),
  }),
  /** Searches that can be made again have changed. */
  z.object({ type: z.literal('searches'), searches: pastSearchesSchema }),
  z.object({ type: z.literal('status'), palace: palaceSummarySchema }),
  /** Other profiles are there than before, or another one is the current. */
  z.object({ type: z.literal('profiles'), profiles: profilesSchema }),
  /** Other commands are offered than before: the workspace is trusted now. */
  z.object({ type: z.literal('commands'), commands: z.array(z.enum(inspectorCommands)) }),
  /**
   * Fills in the search form and starts the search, for another part of the editor: filters, profile, order and number of results
   * that are not given are the usual ones, whatever was chosen before. `whyNot`: then asks why this drawer is missing from the result.
   */
  z.object({
    type: z.literal('showSearch'),
    search: inspectorSearchSchema.partial(),
    whyNot: drawerId.optional(),
  }),
  /** A person has asked for the inspector: the keyboard belongs to its search box. */
  z.object({ type: z.literal('focusSearch') }),
  /** `wantedResults`: how many were asked for, also where the settings say; absent of a recorded result. */
  z.object({
    type: z.literal('result'),
    requestId,
    result: searchResultSchema,
    wantedResults: z.number().int().positive().optional(),
  }),
  z.object({ type: z.literal('cancelled'), requestId }),
  z.object({
    type: z.literal('drawerStates'),
    requestId,
    states: z.array(z.object({ drawerId, freshness: z.enum(sourceFreshness) })),
  }),
  /** Drawers were erased for good. Everything that the page shows or keeps may quote them, so it is dropped. */
  z.object({ type: z.literal('erased') }),
  /** A drawer was pinned or unpinned. */
  z.object({ type: z.literal('pinned'), drawerId, pinned: z.boolean() }),
  /** A drawer of the last result is no longer as it was found; null: it is again. */
  z.object({ type: z.literal('drawerChanged'), drawerId, change: z.enum(drawerChanges).nullable() }),
  z.object({ type: z.literal('whyNot'), requestId, answer: whyNotSchema }),
  /** Another ranking of the same query. It goes deeper than the search, so that ranks below the search's end are known. */
  z.object({ type: z.literal('ranking'), requestId, result: searchResultSchema }),
  /** A replayed packet that the person chose. `name` is the file's name. */
  z.object({
    type: z.literal('packet'),
    requestId,
    packet: z.object({
      name: z.string(),
      query: z.string(),
      profile: z.string(),
      recordedAt: z.string(),
      result: searchResultSchema,
    }),
  }),
  /** How the palace's wings have grown. */
  z.object({ type: z.literal('growth'), requestId, growth: growthSchema }),
  showPlanSchema,
  planAnswerSchema,
  z.object({
    type: z.literal('error'),
    requestId: requestId.nullable(),
    code: z.string(),
    message: z.string(),
    remedy: z.string(),
  }),
  /** Shown for a moment and read out by screen readers, such as “Copied”. */
  z.object({ type: z.literal('announce'), text: z.string() }),
]);
/** From the editor to the inspector. */
export type HostMessage = z.infer<typeof hostMessageSchema>;
/** A replayed packet, with its description of itself. */
export type ReplayedPacket = Extract<HostMessage, { readonly type: 'packet' }>['packet'];

/** The files that a chart is exported as. */
export const chartFormats = ['svg', 'png', 'csv'] as const;
export type ChartFormat = (typeof chartFormats)[number];

export const inspectorMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('search'), requestId, search: inspectorSearchSchema }),
  z.strictObject({ type: z.literal('cancel'), requestId }),
  /** The drawers nearest to one drawer; without `k`, as many as a search returns. */
  z.strictObject({
    type: z.literal('similar'),
    requestId,
    drawerId,
    k: z.number().int().min(1).max(inspectorLimits.similar).optional(),
  }),
  /** Why a drawer is not among a search's results. `drawer`: its ID, its source's path (with lines), or words of its text. */
  z.strictObject({
    type: z.literal('whyNot'),
    requestId,
    search: inspectorSearchSchema,
    drawer: z.string().min(1).max(2000),
  }),
  /** The search again, under its profile or by cosine similarity alone. It does not count as access. */
  z.strictObject({
    type: z.literal('rank'),
    requestId,
    search: inspectorSearchSchema,
    by: z.enum(['profile', 'cosine']),
  }),
  /** Writes the search's replay packet to a file that the person chooses. */
  z.strictObject({ type: z.literal('savePacket'), search: inspectorSearchSchema }),
  z.strictObject({ type: z.literal('openPacket'), requestId }),
  /** Writes a chart to a file that the person chooses. `content` is text; of a PNG, its bytes in Base64. */
  z.strictObject({
    type: z.literal('saveChart'),
    name: z.string().regex(/^[a-z0-9-]{1,60}$/u),
    format: z.enum(chartFormats),
    content: z.string().max(20_000_000),
  }),
  z.strictObject({ type: z.literal('growth'), requestId }),
  checkPlanSchema,
  applyPlanSchema,
  restorePlanSchema,
  /** Shows the drawer's source at the line that holds the most of the terms. The host finds the file and the lines. */
  z.strictObject({
    type: z.literal('openSource'),
    drawerId,
    toSide: z.boolean(),
    terms: z.array(z.string().max(200)).max(200),
  }),
  z.strictObject({ type: z.literal('pinDrawer'), drawerId, pinned: z.boolean() }),
  /**
   * Asks to erase a drawer for good. Before anything is erased, the host lists what would go and asks the person to
   * type a word.
   */
  z.strictObject({ type: z.literal('eraseDrawer'), drawerId }),
  z.strictObject({
    type: z.literal('starSearch'),
    query: z.string().min(1).max(inspectorLimits.typed),
    starred: z.boolean(),
  }),
  /** Copies the drawer's verbatim text, read from the palace. */
  z.strictObject({ type: z.literal('copyDrawer'), drawerId }),
  /** The same as a fenced block for a chat, with path, lines and the commit that the repository is at. */
  z.strictObject({ type: z.literal('copyForChat'), drawerId }),
  /** A drawer as Markdown: its origin, which the editor completes with the commit, and its text in a block. */
  z.strictObject({
    type: z.literal('copyMarkdown'),
    drawerId,
    heading: z.string().max(20_000),
    block: z.string().max(20_000_000),
  }),
  z.strictObject({ type: z.literal('copyText'), text: z.string().max(20_000_000) }),
  z.strictObject({ type: z.literal('runCommand'), command: z.enum(inspectorCommands) }),
  z.strictObject({ type: z.literal('saveNavigation'), navigation: inspectorNavigationSchema }),
  /** Something for the log: a refused message, or a result whose score events do not add up. */
  z.strictObject({ type: z.literal('report'), code: z.string().max(100), message: z.string().max(10_000) }),
]);
/** From the inspector to the editor. */
export type InspectorMessage = z.infer<typeof inspectorMessageSchema>;
