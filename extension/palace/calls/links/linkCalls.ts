import { changedText, drawerFilter, drawerView } from '../views/drawerView.ts';
import type { LinkedPalace, LinkedPalaces } from '../../contract/linkedPalaces.ts';
import type { LinkState } from '../../contract/search/linkSchemas.ts';
import type { PalaceApi } from '../../contract/palaceApi.ts';
import { vectorFacts } from '../../indexing/vectorFacts.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import { masked } from '../../model/text/maskedText.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError, withRemedy } from '../../model/errors/palaceError.ts';
import { countsForSearch, poolForSearch, type LinkedPalaceParts } from '../../retrieval/links/linkedPool.ts';
import { answerWithin } from '../../model/errors/answerWithin.ts';

/** The calls that a palace answers for others that it is linked to, and the state of its own links. */
export type LinkCalls = Pick<PalaceApi, 'linkedCounts' | 'linkedPool' | 'linkedDrawer' | 'linkedStatus' | 'links'>;

/** What is needed to answer for a palace. */
interface LinkedDependencies extends LinkedPalaceParts {
  /** The size of its file. */
  readonly bytes: () => number;
}

/** Milliseconds after which a palace counts as not answering. */
const patience = 5_000;

export const linkCalls = (dependencies: LinkedDependencies, links: LinkedPalaces): LinkCalls => ({
  ...linkedCalls(dependencies),
  links: async () => ({ links: await Promise.all(links.list().map(stateOf)) }),
});

/** The calls that answer another palace's search. None of them writes. */
export const linkedCalls = (dependencies: LinkedDependencies): Omit<LinkCalls, 'links'> => ({
  linkedCounts: ({ filter, ...request }, { signal } = {}) =>
    countsForSearch({ ...request, filter: drawerFilter(filter) }, dependencies, signal),
  linkedPool: ({ filter, ...request }, { signal } = {}) =>
    poolForSearch({ ...request, filter: drawerFilter(filter) }, dependencies, signal),
  linkedDrawer: async ({ drawer_id: id }) => {
    const { read, catalogue, vectors, damage } = dependencies;
    const drawer = read.drawerById(drawerId(id));
    const slot = catalogue.slotOfId(id);
    if (drawer === undefined || slot === undefined)
      throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
    return {
      ...masked(drawerView(drawer, read, vectorFacts(vectors(), slot))),
      ...changedText(drawer, damage()),
    };
  },
  linkedStatus: async () => ({
    bytes: dependencies.bytes(),
    drawers: dependencies.catalogue.drawers,
    model: dependencies.ingestModel()?.model ?? null,
  }),
});

const stateOf = async ({ name, folder, workspace, agents, call }: LinkedPalace): Promise<LinkState> => {
  const known = { name, folder, workspace, agents };
  try {
    const found = await answerWithin(call('linkedStatus', {}), patience);
    return { ...known, reachable: true, problem: null, ...found };
  } catch (thrown) {
    return {
      ...known,
      reachable: false,
      problem: withRemedy(PalaceError.from(thrown)),
      drawers: null,
      bytes: null,
      model: null,
    };
  }
};
