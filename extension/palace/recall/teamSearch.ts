import { answerWithin } from '../model/errors/answerWithin.ts';
import { drawerFilter } from '../calls/views/drawerView.ts';
import type { Params } from '../contract/palaceApi.ts';
import { narrowedFilter } from '../lexical/query/narrowedFilter.ts';
import { parseQuery } from '../lexical/query/queryParser.ts';
import type { LexicalIndex } from '../lexical/lexicalIndex.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { LinkedPalaceParts } from '../retrieval/links/linkedPool.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import { modelsAtTeam } from '../team/teamIdentity.ts';
import type { TeamLoop } from '../team/teamLoop.ts';
import type { RecallScope, TeamRecall } from '../team/teamRecall.ts';
import type { ModelsOfWings } from './modelsInScope.ts';
import type { PageOptions } from './recalledPage.ts';

export interface TeamSearchParts {
  readonly read: ReadQueries;
  readonly loop: TeamLoop;
  readonly lexical: LexicalIndex;
  readonly termsOf: LinkedPalaceParts['termsOf'];
  readonly now: () => number;
}

/** What this palace knows of the team's other wings, and the way to ask the server about them. */
export interface TeamSearch {
  readonly lexical: LexicalIndex;
  /** How the drawers that are found are indexed here. */
  readonly page: Omit<PageOptions, 'model'>;
  /** Wing → its drawers. */
  readonly wings: Readonly<Record<string, number>>;
  readonly models: ModelsOfWings;
  /** Drawers of all these wings. */
  readonly all: number;
  /** The size of the wings; other exclusions of a filter are not counted. */
  readonly drawersOf: (filter: DrawerFilter) => number;
  /** Wings that this palace has itself. */
  readonly without: readonly string[];
  readonly scopeOf: (filter?: DrawerFilter) => RecallScope;
  /** In time, or not at all (E_TEAM_UNREACHABLE): a slow server must not delay the palace's own drawers. */
  readonly ask: <T>(work: (recall: TeamRecall) => Promise<T>) => Promise<T>;
}

/** Milliseconds that a search waits for each of the server's two answers: on an open connection, and on a new one. */
const patience = { connected: 300, connecting: 1_500 } as const;

export const teamSearch = (
  { read, loop, lexical, termsOf, now }: TeamSearchParts,
  wings: Readonly<Record<string, number>>,
): TeamSearch => {
  const without = read.team.sharedWings().map(({ wing }) => wing);
  const drawersOf = ({ wings: asked }: DrawerFilter): number =>
    Object.entries(wings).reduce(
      (sum, [wing, drawers]) => sum + (asked?.some((each) => each === wing) === false ? 0 : drawers),
      0,
    );
  return {
    lexical,
    page: { analyser: lexical.analyser, termsOf, now },
    wings,
    models: modelsAtTeam(read),
    all: drawersOf({}),
    drawersOf,
    without,
    scopeOf: ({ wings: asked, rooms, types, tiers, includeArchived } = {}) => ({
      without,
      wings: asked,
      rooms,
      types,
      tiers,
      includeArchived: includeArchived === true,
    }),
    ask: async (work) => {
      const answer = loop.recall(work);
      try {
        return await answerWithin(
          answer,
          patience[loop.isConnected ? 'connected' : 'connecting'],
          'E_TEAM_UNREACHABLE',
        );
      } catch (thrown) {
        loop.missed(answer, PalaceError.from(thrown));
        throw thrown;
      }
    },
  };
};

/** The conditions of a search and those that its query adds. */
export const filterOf = ({ query, filter }: Pick<Params<'linkedCounts'>, 'query' | 'filter'>): DrawerFilter =>
  narrowedFilter(drawerFilter(filter), parseQuery(query).filter);
