import { drawerView } from '../calls/views/drawerView.ts';
import type { LinkedMethod, LinkedPalace, LinkedPalaces } from '../contract/linkedPalaces.ts';
import type { Params, Result } from '../contract/palaceApi.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import { wingsElsewhere } from '../team/teamIdentity.ts';
import { admitted } from './admitted.ts';
import { recalledPage } from './recalledPage.ts';
import { teamCounts } from './teamCounts.ts';
import { teamPool } from './teamPool.ts';
import { teamSearch, type TeamSearch, type TeamSearchParts } from './teamSearch.ts';

interface TeamSourceParts extends TeamSearchParts {
  readonly connector: TeamConnector;
}

/** The team's name among the palaces of a search; the second if a linked palace has the first. */
const names = ['team', 'team-server'] as const;

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

/** Answers for the team as a linked palace would. */
const teamAnswers = (parts: TeamSearchParts, wings: Readonly<Record<string, number>>): Answers => {
  const search = teamSearch(parts, wings);
  return {
    linkedCounts: (params) => teamCounts(params, search),
    linkedPool: (params, signal) => teamPool(params, search, signal),
    linkedDrawer: ({ drawer_id: id }) => teamDrawer(id, search),
    linkedStatus: () => Promise.resolve({ bytes: 0, drawers: search.all, model: null }),
  };
};

const teamDrawer = async (
  id: string,
  { ask, scopeOf, without, page }: TeamSearch,
): Promise<Result<'linkedDrawer'>> => {
  const found = await ask((recall) => recall.drawer(id, { ...scopeOf(), includeArchived: true }));
  const [asked] = admitted(found?.drawerId === id ? [found] : [], without, 1);
  const { drawers, read } = recalledPage(asked === undefined ? [] : [asked], { ...page, model: null });
  const [drawer] = drawers;
  if (drawer === undefined || asked === undefined)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} at the team.`);
  return drawerView(drawer, read, { has_vector: asked.vector !== null });
};
