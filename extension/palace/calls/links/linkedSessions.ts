import type { LinkedMethod, LinkedPalace, LinkedPalaces } from '../../contract/linkedPalaces.ts';
import type { CallOptions, Params, Result } from '../../contract/palaceApi.ts';
import type { LegTime, LinkedTime } from '../../contract/search/linkSchemas.ts';
import type { Analyser } from '../../lexical/text/analysis.ts';
import { parseQuery } from '../../lexical/query/queryParser.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError, withRemedy } from '../../model/errors/palaceError.ts';
import { answerWithin } from '../../model/errors/answerWithin.ts';
import { byTerm, countsData, countsFrom } from '../../retrieval/links/countsData.ts';
import type { ResolvedProfile } from '../../retrieval/profiles/profiles.ts';
import { ranksTogether, type LinkedSession, type PoolRequest } from '../../retrieval/query/linkedSession.ts';

/**
 * Milliseconds that a search waits for a linked palace: usually, for a complete answer, while somebody types, and
 * after it was late before.
 */
const patience = { usual: 5_000, complete: 10_000, typing: 500, late: 100 } as const;

/** The linked palaces as one search asks them; null if none takes part. */
export type LinkedSessions = (
  request: Params<'search'>,
  call: CallOptions,
  profile: ResolvedProfile,
) => LinkedSession | null;

/** Sessions of one palace. A linked palace that was late holds up no further search until it has answered. */
export const linkedSessions = (links: LinkedPalaces, analyser: Analyser): LinkedSessions => {
  /** Folder → why it was late. */
  const late = new Map<string, PalaceError>();
  return (request, { signal, caller }, { name, flags }) => {
    if (request.links === false) return null;
    const [palaces, problem] = listed(links);
    const isForAgent =
      caller?.agent === true || request.for_agent === true || request.filter?.exclude_sensitive === true;
    const mayAsk = palaces.filter(({ agents }) => agents || !isForAgent);
    const wanted = parseQuery(request.query).filter.palaces ?? request.filter?.palace;
    if (problem === null) demandLinked(wanted, mayAsk);
    const open = mayAsk.filter((palace) => wanted?.includes(palace.name) !== false);
    if (open.length === 0 && problem === null) return null;
    const notes: Notes = { warnings: problem === null ? [] : [problem], unread: [], times: [] };
    if (open.length > 0 && !ranksTogether(flags)) {
      notes.warnings.push(
        `Linked palaces are left out: the scores of the profile ${name} can’t be compared across palaces. They can with fusion convex, lexical_statistics corpus, and closets and graph off.`,
      );
      return { counts: async () => [], pools: async () => [], ...told(notes) };
    }
    const usual =
      patience[request.words_only === true ? 'typing' : request.complete === true ? 'complete' : 'usual'];
    return session(asking(open, late, { usual, signal }, notes), notes, request, analyser);
  };
};

/** What a search says of the linked palaces in the end. */
interface Notes {
  readonly warnings: string[];
  readonly unread: string[];
  readonly times: LinkedTime[];
}

const told = ({ warnings, unread, times }: Notes): Pick<LinkedSession, 'warnings' | 'unread' | 'times'> => ({
  warnings: () => warnings,
  unread: () => unread,
  times: () => times,
});

/** Asks the palaces of a search. Every answer that came in time is read, with its palace's index in the list. */
type Ask = <M extends LinkedMethod, T>(
  method: M,
  params: Params<M>,
  read: (answer: Result<M>, palace: LinkedPalace, place: number) => T,
) => Promise<T[]>;

/** A palace that fails or is late is not asked again in this search. `late`: as {@link linkedSessions} keeps it. */
const asking = (
  open: readonly LinkedPalace[],
  late: Map<string, PalaceError>,
  { usual, signal }: { readonly usual: number; readonly signal: AbortSignal | undefined },
  { warnings, unread, times }: Notes,
): Ask => {
  const out = new Set<LinkedPalace>();
  const leaveOut = (palace: LinkedPalace, thrown: unknown, answer: Promise<unknown>): void => {
    const now = PalaceError.from(thrown);
    out.add(palace);
    const error = now.code === 'E_TIMEOUT' ? (late.get(palace.folder) ?? now) : now;
    if (isLate(error)) late.set(palace.folder, error);
    else late.delete(palace.folder);
    answer.then(
      () => late.delete(palace.folder),
      () => undefined,
    );
    if (signal?.aborted === true) return;
    warnings.push(`${palace.title} is left out: ${withRemedy(error)}`);
    unread.push(palace.name);
  };
  return async (method, params, read) => {
    const asked = open.map(async (palace, place) => {
      if (out.has(palace)) return [];
      const started = performance.now();
      const answer = palace.call(method, params, signal);
      try {
        return [read(await answerWithin(answer, late.has(palace.folder) ? patience.late : usual), palace, place)];
      } catch (thrown) {
        leaveOut(palace, thrown, answer);
        return [];
      } finally {
        times.push({
          palace: palace.name,
          asked: method === 'linkedCounts' ? 'counts' : 'candidates',
          leg: 'all',
          ms: toThousandth(performance.now() - started),
          at_server_ms: null,
        });
      }
    });
    return (await Promise.all(asked)).flat();
  };
};

/** The two rounds of a search. */
const session = (
  ask: Ask,
  notes: Notes,
  { query, filter }: Params<'search'>,
  analyser: Analyser,
): LinkedSession => {
  const scope = { query, ...(filter === undefined ? {} : { filter }) };
  return {
    ...told(notes),
    counts: (words, terms) =>
      ask('linkedCounts', { ...scope, words, terms: [...terms] }, (found, { name: palace }) => {
        notes.times.push(...legsOf(palace, 'counts', found.times));
        return {
          palace,
          lexical: countsFrom(found, terms),
          drawers: found.drawers,
          inScope: found.in_scope,
          inScopeHolding: byTerm(terms, found.in_scope_holding),
          wingCounts: found.wing_counts,
        };
      }),
    pools: async (wanted) => {
      const { linkedPoolOf } = await import('../../retrieval/links/poolData.ts');
      return ask('linkedPool', { ...scope, ...poolParams(wanted) }, (found, { name: palace, title }, place) => {
        const { pool, warning, times } = linkedPoolOf(found, palace, place, analyser);
        notes.times.push(...legsOf(palace, 'candidates', times));
        if (warning !== null) notes.warnings.push(`${title}: ${warning}`);
        return pool;
      });
    },
  };
};

const toThousandth = (ms: number): number => Math.round(ms * 1000) / 1000;

const legsOf = (palace: string, asked: LinkedTime['asked'], legs: readonly LegTime[] = []): LinkedTime[] =>
  legs.map(({ leg, ms, at_server_ms: there }) => ({
    palace,
    asked,
    leg,
    ms: toThousandth(ms),
    at_server_ms: there === null ? null : toThousandth(there),
  }));

/** Whether the palace is open in a process that may not answer soon. */
const isLate = ({ code }: PalaceError): boolean => code === 'E_TIMEOUT' || code === 'E_PALACE_IN_USE';

/** Throws E_QUERY_FIELD if a search is for a palace that is not linked. */
const demandLinked = (wanted: readonly string[] | undefined, palaces: readonly LinkedPalace[]): void => {
  const known = ['this', ...palaces.map(({ name }) => name)];
  const unknown = wanted?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new PalaceError('E_QUERY_FIELD', errorText`No palace is linked as “${unknown}”: nothing was searched.`, {
      remedy: errorText`Known: ${known.join(', ')}.`,
    });
};

/** The links, and what is wrong with their list. */
const listed = (links: LinkedPalaces): readonly [readonly LinkedPalace[], string | null] => {
  try {
    return [links.list(), null];
  } catch (thrown) {
    return [[], `No linked palace is searched: ${withRemedy(PalaceError.from(thrown))}`];
  }
};

const poolParams = ({
  words,
  counts,
  terms,
  embedding,
  flags,
  sortBy,
  room,
}: PoolRequest): Omit<Params<'linkedPool'>, 'query' | 'filter'> => ({
  words,
  terms: [...terms],
  counts: countsData(counts, terms),
  embedding: embedding === null ? null : { vector: [...embedding.vector], model: { ...embedding.model } },
  flags: { ...flags },
  sort_by: sortBy,
  room,
});
