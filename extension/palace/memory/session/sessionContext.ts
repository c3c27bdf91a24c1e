import { firstOfEach } from '../../../base/firstOfEach.ts';
import { dayMs, hourMs } from '../../../base/time.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { drawerId, isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { PlanCandidate } from '../../contract/memory/planSchemas.ts';
import type { ConsolidationCandidate } from '../../contract/memory/ageingSchemas.ts';
import type { SessionContext } from '../../contract/memory/sessionContextSchemas.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import { neighbourReplacements, type NeighbourReplacement } from '../curation/neighbourReplacements.ts';
import type { ProfileFlags } from '../../retrieval/profiles/profileFlags.ts';
import type { PoolDrawer } from '../../store/queries/ageing.ts';
import { noteKey, partsOfNote } from '../../store/noteParts.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { patternList } from '../patterns/patterns.ts';
import { livingMark } from '../plans/standing.ts';
import { byPinningScore, type Pinned } from './pinningScore.ts';
import { occurrencesOf, onceForPattern, toldAside, type Patterns } from './recurrences.ts';
import { sessionItems } from './sessionItems.ts';
import { asideLines, headings, sessionText, type Asides } from './sessionText.ts';
import { TokenBudget, tokenRule, tokensOf } from '../../model/text/tokenBudget.ts';

interface SessionParts {
  readonly read: ReadQueries;
  readonly catalogue: Catalogue;
  readonly vectors: () => VectorIndex | null;
  /** Drawers that a compaction would propose; `detected` is rowid → what replaces it. */
  readonly compactionCandidates: (detected: ReadonlyMap<number, string>) => readonly PlanCandidate[];
  readonly flags: Pick<
    ProfileFlags,
    | 'ltp_window_days'
    | 'pinned_memory_enabled'
    | 'pinned_max_tokens'
    | 'pinned_max_items'
    | 'pinned_ltp_threshold'
    | 'pinned_include_tagged'
    | 'pinned_tagged_window_hours'
    | 'ltp_max_boost'
    | 'supersede_filter_enabled'
    | 'supersede_similarity_threshold'
    | 'supersede_min_age_gap_days'
  >;
  readonly consolidationCandidates: () => Promise<readonly ConsolidationCandidate[]>;
}

interface SessionOptions {
  /** Null: as the profile says. */
  readonly tokens: number | null;
  readonly sessionId: string | null;
  readonly now: IsoTime;
  readonly signal?: AbortSignal | undefined;
}

/** The drawers that the context is chosen from: the newest notes, pinned drawers and latest accesses. */
const pool = { notes: 2000, pinned: 500, accesses: 2000 } as const;
/** Maximum number of searches that count for the spread. */
const searches = 2000;
/** How many days back accesses of this session are looked up. */
const sessionDays = 7;
/** Maximum share of the budget for issues, commits and suggestions. */
const asideShare = 0.25;
/** How many pairs of notes are compared for suggestions, newest first: all pairs of 3,000 notes of one kind, in about 0.3 s. */
const mostComparisons = 5_000_000;
const most = { issues: 5, commits: 5, replacements: 5, consolidations: 3, compactions: 5 } as const;
const commitDays = 7;
const leastOccurrences = 3;
/**
 * Mined text can be searched for. If it was opened in fewer sessions than this, that says nothing about the next
 * one.
 */
const leastSessionsOfMined = 2;

/**
 * What a session should start with, within a budget of tokens: pinned drawers, then working and long-term ones by
 * pinning score, with recurring issues, recent commits and suggestions. Ephemeral and sensitive drawers are left
 * out. Writes nothing: being listed here does not count as an access. Equal palaces give equal contexts. Throws
 * E_CANCELLED.
 */
export const sessionContext = async (
  parts: SessionParts,
  { tokens: asked, sessionId, now, signal }: SessionOptions,
): Promise<SessionContext> => {
  const { read, flags } = parts;
  const tokens = asked ?? flags.pinned_max_tokens;
  const since = isoTime(Date.parse(now) - flags.ltp_window_days * dayMs);
  const drawers = read.sessionPool({ ...pool, since }).filter((drawer) => livingMark(drawer, read) === null);
  // A part of a long note stands for all of it.
  const order = firstOfEach(
    ranked(parts, drawers, { since, sessionId, now }),
    ({ drawer }) => drawer.note ?? drawer.id,
  );
  const budget = new TokenBudget(tokens);
  budget.take(tokensOf(headings.title(99_999, tokens, tokens)));
  for (const heading of headings.sections) budget.take(tokensOf(heading));

  const { asides: all, patterns, warnings } = await asidesOf(parts, now, signal);
  const asides = fitting(all, budget, tokens * asideShare);
  const told = toldAside(asides, patterns, read);
  const said = new Set<string>();
  const pinned = sessionItems(
    order.filter(({ drawer }) => drawer.pinned),
    tokens,
    budget,
    read,
    said,
  );
  const unpinned = onceForPattern(order, patterns).filter(({ drawer }) => !told.has(drawer.id));
  const others = sessionItems(memoriesOf(unpinned, flags, now), tokens, budget, read, said);
  const ephemeral = firstOfEach(drawers, ({ note, id }) => note ?? id)
    .filter((drawer) => drawer.pinned && drawer.tier === 'ephemeral')
    .flatMap(({ rowid }) => read.drawersByRowid([rowid]))
    .map((drawer) => ({
      drawer_id: drawer.id,
      title: drawerTitle(drawer),
      tokens: tokensOf(drawer.text),
      reason: 'pinned but ephemeral: move it to another tier to see it here',
    }));
  const text = sessionText(pinned.placed, others.placed, asides, tokens);
  return {
    session_id: sessionId,
    budget_tokens: tokens,
    token_estimate: tokensOf(text),
    token_rule: tokenRule,
    pinned: pinned.placed.map(({ item }) => item),
    memories: others.placed.map(({ item }) => item),
    left_out: [...pinned.leftOut, ...ephemeral, ...others.leftOut].slice(0, 20),
    left_out_total: pinned.leftOutTotal + ephemeral.length + others.leftOutTotal,
    recurring_issues: [...asides.issues],
    supersede_suggestions: [...asides.replacements],
    consolidation_candidates: [...asides.consolidations],
    compaction_candidates: [...asides.compactions],
    recent_commits: [...asides.commits],
    warnings,
    text,
  };
};

/** The unpinned drawers that the profile wants. */
const memoriesOf = (order: readonly Pinned[], flags: SessionParts['flags'], now: IsoTime): Pinned[] => {
  if (!flags.pinned_memory_enabled) return [];
  const taggedSince = Date.parse(now) - flags.pinned_tagged_window_hours * hourMs;
  return order
    .filter(
      ({ drawer, ltp, sessions, isInSession }) =>
        !drawer.pinned &&
        (isNoteType(drawer.type) || isInSession || sessions >= leastSessionsOfMined) &&
        (ltp >= flags.pinned_ltp_threshold ||
          (flags.pinned_include_tagged && Date.parse(drawer.filedAt) > taggedSince)),
    )
    .slice(0, flags.pinned_max_items ?? undefined);
};

const ranked = (
  { read, flags }: SessionParts,
  drawers: readonly PoolDrawer[],
  { since, sessionId, now }: Pick<SessionOptions, 'sessionId' | 'now'> & { readonly since: IsoTime },
) =>
  byPinningScore(
    drawers.filter(({ tier }) => tier !== 'ephemeral'),
    {
      sessions: read.usage.sessionsInWindow(
        drawers.map(({ id }) => id),
        { now, days: flags.ltp_window_days },
      ),
      queries: read.usage.queriesSince(since, searches),
      inSession: new Set(
        sessionId === null ? [] : read.accessedIn(sessionId, isoTime(Date.parse(now) - sessionDays * dayMs)),
      ),
      ltpMaxBoost: flags.ltp_max_boost,
    },
  );

const asidesOf = async (
  { read, catalogue, vectors, flags, consolidationCandidates, compactionCandidates }: SessionParts,
  now: IsoTime,
  signal: AbortSignal | undefined,
): Promise<{ readonly asides: Asides; readonly patterns: Patterns; readonly warnings: string[] }> => {
  const { found, asked, notes } = await neighbourReplacements(catalogue, vectors(), read, flags, {
    mostComparisons,
    signal,
  });
  const idOf = (slot: number): string => catalogue.entry(slot).id;
  const issues = patternList(read, false)
    .filter(({ occurrence_count: count }) => count >= leastOccurrences)
    .sort((a, b) => b.occurrence_count - a.occurrence_count)
    .slice(0, most.issues);
  const replacements = unmarked(
    [...found].sort((a, b) => b.similarity - a.similarity || (idOf(a.older) < idOf(b.older) ? -1 : 1)),
    most.replacements,
    catalogue,
    read,
  ).map(({ older, newer, similarity, ageGapDays, confidence }) => ({
    older_id: idOf(older),
    newer_id: idOf(newer),
    similarity,
    age_gap_days: ageGapDays,
    confidence,
  }));
  // Nothing is proposed twice: recurring drawers are listed as issues, and those that may be out of date are
  // reviewed before they are summarised.
  const patterns = read.patterns(false);
  const recurring = occurrencesOf(issues, patterns);
  const outdated = new Set<string>(
    replacements
      .flatMap(({ older_id: id }) => read.drawerById(drawerId(id)) ?? [])
      .flatMap((older) => partsOfNote(read, older).map(({ id }) => id)),
  );
  const asides: Asides = {
    issues,
    commits: read
      .drawersByRowid(read.newestCommits(isoTime(Date.parse(now) - commitDays * dayMs), most.commits))
      .filter(({ pinned }) => !pinned)
      .map((drawer) => ({ drawer_id: drawer.id, subject: drawerTitle(drawer), filed_at: drawer.filedAt })),
    replacements,
    consolidations: (await consolidationCandidates())
      .filter(({ drawer_ids: ids }) => !ids.every((id) => recurring.has(id)))
      .slice(0, most.consolidations),
    compactions: compactionCandidates(
      new Map(found.map(({ older, newer }) => [catalogue.rowidOf(older), idOf(newer)])),
    )
      .filter(({ drawer_id: id }) => !outdated.has(id))
      .slice(0, most.compactions),
  };
  return {
    asides,
    patterns,
    warnings:
      asked < notes
        ? [
            `Only the newest ${asked} of ${notes} notes were checked for older ones that they replace; compaction checks all.`,
          ]
        : [],
  };
};

/** The first replacements whose older note nobody has marked yet, one for each long note. */
const unmarked = (
  found: readonly NeighbourReplacement[],
  count: number,
  catalogue: Catalogue,
  read: ReadQueries,
): NeighbourReplacement[] => {
  const kept = new Map<string, NeighbourReplacement>();
  for (const replacement of found) {
    if (kept.size === count) break;
    const [older] = read.drawersByRowid([catalogue.rowidOf(replacement.older)]);
    if (older?.supersededBy !== null) continue;
    const note = noteKey(read, older);
    if (!kept.has(note)) kept.set(note, replacement);
  }
  return [...kept.values()];
};

/** The lines that fit into the budget, most important kind first. */
const fitting = (asides: Asides, budget: TokenBudget, tokens: number): Asides => {
  const share = budget.share(tokens);
  const keep = <T>(list: readonly T[], line: (entry: T) => string): T[] =>
    list.filter((entry) => share.take(tokensOf(line(entry))));
  const kept: Asides = {
    issues: keep(asides.issues, asideLines.issue),
    commits: keep(asides.commits, asideLines.commit),
    replacements: keep(asides.replacements, asideLines.replacement),
    consolidations: keep(asides.consolidations, asideLines.consolidation),
    compactions: keep(asides.compactions, asideLines.compaction),
  };
  budget.giveBack(share);
  return kept;
};
