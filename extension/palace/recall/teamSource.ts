import { drawerFilter, drawerView } from '../calls/views/drawerView.ts';
import { within } from '../calls/links/linkedSessions.ts';
import { otherModelsText } from '../calls/otherModels.ts';
import type { LegTime } from '../contract/search/linkSchemas.ts';
import type { LinkedMethod, LinkedPalace, LinkedPalaces } from '../contract/linkedPalaces.ts';
import type { Params, Result } from '../contract/palaceApi.ts';
import { inverseDocumentFrequency } from '../lexical/bm25.ts';
import type { LexicalIndex } from '../lexical/lexicalIndex.ts';
import { parseQuery } from '../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import { errorText } from '../model/errorText.ts';
import { stampKey } from '../model/modelStamp.ts';
import { PalaceError } from '../model/palaceError.ts';
import { poolForSearch, type LinkedPalaceParts } from '../retrieval/links/linkedPool.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import { modelsAtTeam, wingsElsewhere } from '../team/teamIdentity.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import type { TeamLoop } from '../team/teamLoop.ts';
import type { CountedWords, NoteTime, RecalledDrawer, RecallScope, TeamRecall } from '../team/teamRecall.ts';
import { askedWords } from './askedWords.ts';
import { fieldsFrom } from './fieldsFrom.ts';
import { mayCompare, modelsInScope, withFound } from './modelsInScope.ts';
import { recalledPage } from './recalledPage.ts';

export interface TeamSourceParts {
  readonly read: ReadQueries;
  readonly connector: TeamConnector;
  readonly loop: TeamLoop;
  readonly lexical: LexicalIndex;
  readonly termsOf: LinkedPalaceParts['termsOf'];
  readonly now: () => number;
}

/** The team's name among the palaces of a search; the second if a linked palace has the first. */
const names = ['team', 'team-server'] as const;
/** Milliseconds that a search waits for each of the server's two answers: on an open connection, and on a new one. */
const patience = { connected: 300, connecting: 1_500 } as const;
/** Words of a query that the server is asked about. */
const mostWords = 64;
/** At most this many drawers hold a rare word; the server looks at so many. */
const rareDrawers = 5_000;
/** Commits beside others that the server may add to the requested drawers. */
const mostBeside = 80;
/** Characters of the server's texts that one search reads, because every other call waits meanwhile. */
const mostCharacters = 2_000_000;

/** The linked palaces, and the team's server for the wings that were not taken over from it. */
export const withTeam = (links: LinkedPalaces, parts: TeamSourceParts): LinkedPalaces => ({
  list: () => {
    const linked = links.list();
    const name = linked.some((link) => link.name === names[0]) ? names[1] : names[0];
    return [...linked, ...teamSource(name, parts)];
  },
  close: () => links.close(),
});

/** The team as a palace that is searched together with this one; none if all of its wings are here, too. */
const teamSource = (name: string, parts: TeamSourceParts): readonly LinkedPalace[] => {
  const wings = wingsElsewhere(parts.read);
  if (Object.keys(wings).length === 0) return [];
  const url = parts.connector.saved()?.url;
  if (url === undefined) return [];
  const answers = teamAnswers(parts, wings);
  return [
    {
      name,
      title: `The team’s server (${url})`,
      folder: url,
      workspace: null,
      agents: true,
      takeOver: 'Take its wing into this palace first: synapse-palace team pull WING.',
      call: <M extends LinkedMethod>(method: M, params: Params<M>, signal?: AbortSignal) =>
        answers[method](params, signal),
    },
  ];
};

type Answers = { readonly [M in LinkedMethod]: (params: Params<M>, signal?: AbortSignal) => Promise<Result<M>> };

/** Answers for the team as a linked palace would. The server finds candidates, and they are scored here. */
const teamAnswers = (
  { read, loop, lexical, termsOf, now }: TeamSourceParts,
  wings: Readonly<Record<string, number>>,
): Answers => {
  const without = read.team.sharedWings().map(({ wing }) => wing);
  const page = { analyser: lexical.analyser, termsOf, now };
  const scopeOf = ({ wings: asked, rooms, types, tiers, includeArchived }: DrawerFilter = {}): RecallScope => ({
    without,
    wings: asked,
    rooms,
    types,
    tiers,
    includeArchived: includeArchived === true,
  });
  const filterOf = ({ query, filter }: Params<'linkedCounts'>): DrawerFilter => ({
    ...drawerFilter(filter),
    ...parseQuery(query).filter,
  });
  /** The size of the wings; other exclusions of a filter are not counted. */
  const drawersOf = ({ wings: asked }: DrawerFilter): number =>
    Object.entries(wings).reduce(
      (sum, [wing, drawers]) => sum + (asked?.some((each) => each === wing) === false ? 0 : drawers),
      0,
    );
  const all = drawersOf({});
  const models = modelsAtTeam(read);
  /** In time, or not at all: a slow server must not delay the palace's own drawers. */
  const ask = <T>(work: (recall: TeamRecall) => Promise<T>): Promise<T> =>
    within(loop.recall(work), patience[loop.isConnected ? 'connected' : 'connecting'], 'E_TEAM_UNREACHABLE');
  return {
    linkedCounts: async (params) => {
      const legs = timesOfLegs();
      const filter = filterOf(params);
      const inScope = drawersOf(filter);
      const written = askedWords(params.words ?? params.terms.join(' '), lexical.analyser);
      const asked = params.terms.flatMap((term) => (written.has(term) ? [term] : [])).slice(0, mostWords);
      // Whether a name is common depends on what is searched.
      const names = Object.values(filter).every((condition) => condition === undefined)
        ? []
        : asked.filter((term) => written.get(term)?.isName === true);
      const counted = (terms: readonly string[], scope: RecallScope, drawers: number): CountedWords => ({
        scope,
        words: terms.map((term) => written.get(term)?.word ?? term),
        drawers,
      });
      const [everywhere, inside] = await ask((recall) =>
        recall.wordCounts(
          [
            counted(asked, scopeOf(), all),
            ...(names.length === 0 ? [] : [counted(names, scopeOf(filter), inScope)]),
          ],
          legs.note,
        ),
      );
      // Assume that a word that the server does not index is in every other drawer.
      const heldBy = (
        terms: readonly string[],
        counts: typeof inside,
        most: number,
      ): ReadonlyMap<string, number> =>
        new Map(terms.map((term, i) => [term, asTold(counts?.[i], most) ?? Math.round(most / 2)]));
      const [held, heldInside] = [heldBy(asked, everywhere, all), heldBy(names, inside, inScope)];
      const frequencies = params.terms.map((term) => held.get(term) ?? 0);
      return {
        ...fieldsFrom({ drawers: all, frequencies }, lexical.counts([])),
        drawers: all,
        in_scope: inScope,
        in_scope_holding: params.terms.map(
          (term, i) => heldInside.get(term) ?? Math.round(((frequencies[i] ?? 0) * inScope) / Math.max(1, all)),
        ),
        wing_counts: { ...wings },
        times: legs.times,
      };
    },
    linkedPool: async (params, signal) => {
      const legs = timesOfLegs();
      const filter = filterOf(params);
      const { counts, terms, embedding, room } = params;
      const written = askedWords(params.words, lexical.analyser);
      const byRarity = terms
        .flatMap((term, i) => {
          const word = written.get(term)?.word;
          return word === undefined ? [] : [{ word, held: counts.text.frequencies[i] ?? 0 }];
        })
        .sort((a, b) => a.held - b.held)
        .slice(0, mostWords);
      const made = modelsInScope(Object.keys(wings), models, filter);
      const query = embedding?.model ?? null;
      const isComparable = query !== null && mayCompare(made, query);
      let held = 0;
      const rare = byRarity.filter((word, i) => (held += word.held) <= rareDrawers || i === 0).length;
      const found = await ask((recall) =>
        recall.best(
          {
            scope: scopeOf(filter),
            words: byRarity.map((word) => ({
              word: word.word,
              weight: inverseDocumentFrequency(counts.text.documents, word.held),
            })),
            rare,
            vector:
              embedding === null || !isComparable
                ? null
                : { data: embedding.vector, model: stampKey(embedding.model) },
            limit: room,
          },
          legs.note,
        ),
      );
      const candidates = recalledPage(admitted(found.drawers, without, 2 * room + mostBeside), {
        ...page,
        model: embedding?.model ?? null,
      });
      try {
        const pool = await poolForSearch({ ...params, filter }, candidates, signal);
        const inScope = drawersOf(filter);
        const lexicalMatches = Math.max(asTold(found.matched, all) ?? 0, pool.legs['lexical'] ?? 0);
        const isDense = pool.dense_range !== null && isComparable;
        return {
          ...pool,
          in_scope: inScope,
          drawers: all,
          with_vector: isDense ? inScope : 0,
          dense_range: isDense ? pool.dense_range : null,
          legs: { lexical: lexicalMatches, ...(isDense ? { dense: inScope } : {}) },
          matched: isDense ? inScope : lexicalMatches,
          // Most drawers hold none of the words.
          lexical_range: { ...pool.lexical_range, least: pool.lexical_range.most === null ? null : 0 },
          has_more: false,
          times: legs.times,
          warning: query === null ? null : otherModelsText(withFound(made, found.drawers), query),
        };
      } finally {
        candidates.dispose();
      }
    },
    linkedDrawer: async ({ drawer_id: id }) => {
      const found = await ask((recall) => recall.drawer(id, { ...scopeOf(), includeArchived: true }));
      const [asked] = admitted(found?.drawerId === id ? [found] : [], without, 1);
      const { drawers, read: reads } = recalledPage(asked === undefined ? [] : [asked], { ...page, model: null });
      const [drawer] = drawers;
      if (drawer === undefined || asked === undefined)
        throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} at the team.`);
      return drawerView(drawer, reads, asked.vector !== null);
    },
    linkedStatus: () => Promise.resolve({ bytes: 0, drawers: all, model: null }),
  };
};

/** What each leg of an answer took. The server may say anything, and works no longer than it was waited for. */
const timesOfLegs = (): { readonly note: NoteTime; readonly times: LegTime[] } => {
  const times: LegTime[] = [];
  return {
    times,
    note: (leg, { ms, atServer }) => times.push({ leg, ms, at_server_ms: asTold(atServer, ms) ?? null }),
  };
};

/** A number from the server, at most `most`; undefined if it is not a number. */
const asTold = (told: number | null | undefined, most: number): number | undefined =>
  typeof told === 'number' && told >= 0 ? Math.min(most, told) : undefined;

/**
 * Which of the server's drawers may be shown, whatever it was asked for: none that is sensitive, none of a wing
 * that is here.
 */
const admitted = (
  sent: readonly RecalledDrawer[],
  without: readonly string[],
  most: number,
): readonly RecalledDrawer[] => {
  const ids = new Set<string>();
  let characters = 0;
  return sent.filter(({ drawerId: id, wing, record, text, before = '' }) => {
    if (ids.size >= most || ids.has(id) || record['sensitive'] === true || without.includes(wing)) return false;
    const length = text.length + before.length;
    if (characters + length > mostCharacters) return false;
    characters += length;
    ids.add(id);
    return true;
  });
};
