import type { StandingMoves } from '../memory/ageing/standingMoves.ts';
import { readSettings } from '../filing/settingsFiles.ts';
import type { ClosetKeeper } from '../indexing/closetKeeper.ts';
import type { LtpKeeper } from '../indexing/ltpKeeper.ts';
import type { LinkedPalaces } from '../contract/linkedPalaces.ts';
import type { PalaceApi } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import { problemOf, profileProblems, profileView, type ProfileLayersOf } from './palaceProfiles.ts';
import { mostMoved, palaceStatus } from './palaceStatus.ts';
import type { PalaceWork } from './running/palaceWork.ts';
import { isoTime } from '../model/drawer/ids.ts';
import type { PipelineHooks } from '../retrieval/query/pipelineHooks.ts';
import { profileNames, resolveProfile } from '../retrieval/profiles/profiles.ts';
import { scanPalace } from './scanPalace.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import { verifyPalace } from './verifyPalace.ts';

/** The calls that report the state of the palace and keep it in order, in their wire form. */
type MaintenanceCalls = Pick<
  PalaceApi,
  'status' | 'closets' | 'rebuildEmbeddings' | 'scanPalace' | 'showProfile' | 'profiles' | 'verify'
>;

interface MaintenanceCallsParts {
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
  readonly embeddings: PalaceEmbeddings;
  readonly closets: ClosetKeeper;
  readonly ltp: LtpKeeper;
  readonly hooks: PipelineHooks;
  readonly profileLayers: ProfileLayersOf;
  readonly clock: () => Date;
  readonly workspace: string | null;
  readonly work: PalaceWork;
  readonly links: Pick<LinkedPalaces, 'list'>;
  readonly moved: StandingMoves;
  readonly team: Pick<TeamConnector, 'saved'>;
}

export const maintenanceCalls = ({
  store,
  indexes,
  embeddings,
  closets,
  ltp,
  hooks,
  profileLayers,
  clock,
  workspace,
  work,
  links,
  moved,
  team,
}: MaintenanceCallsParts): MaintenanceCalls => ({
  status: async (_, call = {}) => {
    const now = isoTime(clock());
    return palaceStatus({
      store,
      workspace: call.caller === undefined ? workspace : call.caller.workspace,
      ingest: embeddings.ingestModel(),
      rebuilding: embeddings.rebuildModel(),
      moved: await moved.batches(now, mostMoved),
      model: await embeddings.queryModelNow(),
      notice: embeddings.notice,
      unusable: embeddings.unusable,
      queue: embeddings.queue,
      mining: work.progress,
      ltp: ltp.state(),
      fileProblems: [
        ...readSettings(store.folder).problems,
        ...profileProblems(profileLayers, call),
        ...problemOf(() => links.list()),
        ...problemOf(() => team.saved()),
      ],
    });
  },
  closets: async ({ build, drop }, options = {}) => {
    if (drop === true) await closets.drop();
    else if (build === true) await closets.build(options);
    return closets.summary();
  },
  rebuildEmbeddings: (_, options = {}) => embeddings.rebuild(options),
  scanPalace: (request, options = {}) =>
    scanPalace(request, options, { store, indexes, hooks, profileLayers: profileLayers(options), clock }),
  showProfile: async ({ name }, call) => profileView(resolveProfile(name ?? 'default', profileLayers(call))),
  profiles: async (_, call) => ({ names: profileNames(profileLayers(call)) }),
  verify: (_, options = {}) => verifyPalace(store, options),
});
