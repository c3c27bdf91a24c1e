import path from 'node:path';
import type { PalaceParts } from './calls/palaceCalls.ts';
import { editorProfiles, palaceProfiles, type ProfileLayersOf } from './calls/palaceProfiles.ts';
import { Plans } from './calls/plans.ts';
import { IdempotentCalls } from './calls/running/idempotency.ts';
import { PalaceWork } from './calls/running/palaceWork.ts';
import { noLinks } from './contract/linkedPalaces.ts';
import { finishErasure } from './erasing/finishErasure.ts';
import { ClosetKeeper } from './indexing/closetKeeper.ts';
import { IndexSaver } from './indexing/indexSaver.ts';
import { LtpKeeper } from './indexing/ltpKeeper.ts';
import { NoteChecks } from './indexing/noteChecks.ts';
import { PalaceEmbeddings } from './indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from './indexing/palaceIndexes.ts';
import { UsageLog } from './indexing/usageLog.ts';
import type { StandingMoves } from './memory/ageing/standingMoves.ts';
import { isoTime } from './model/drawer/ids.ts';
import { nearDuplicatesOfNote } from './notes/duplicates.ts';
import type { PalaceNews } from './palaceNews.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import { withTeam } from './recall/teamSource.ts';
import { cachedTextTerms } from './retrieval/candidates/textTerms.ts';
import type { LinkedPalaceParts } from './retrieval/links/linkedPool.ts';
import { resolveProfile } from './retrieval/profiles/profiles.ts';
import { hookProblem, hookRegistry, type PipelineHooks } from './retrieval/query/pipelineHooks.ts';
import type { PalaceStore, ReadQueries } from './store/palaceStore.ts';
import { damageText } from './store/storeHealth.ts';
import { noTeam } from './team/teamConnector.ts';
import { TeamLoop } from './team/teamLoop.ts';

/** What the parts are made from. */
interface Foundation {
  readonly options: PalaceOptions;
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
  readonly news: PalaceNews;
  readonly moved: StandingMoves;
}

/** What a palace's calls work with, and `saver`, which saves its indexes. Nothing runs before it is opened. */
export const palaceParts = (foundation: Foundation): PalaceParts & { readonly saver: IndexSaver } => {
  const { options, store, indexes, news } = foundation;
  const { clock, workspace, links = noLinks, team: connector = noTeam } = options;
  const work = new PalaceWork((progress) => options.onEvent({ kind: 'progress', progress }));
  const hooks = hookRegistry((name, error) => news.log(hookProblem(name, error)));
  const profileLayers = profileLayersOf(options, store);
  const idempotency = new IdempotentCalls(store, clock);
  const embedding = embeddingParts(foundation, work);
  const { embeddings } = embedding;
  const keepers = keptParts(foundation, hooks, profileLayers);
  const { closets, usage } = keepers;
  const plans = new Plans({
    store,
    indexes,
    embeddings,
    hooks,
    profileLayers,
    clock,
    idempotency,
    onPlans: news.tellChanged,
    sayMoved: news.sayMoved,
  });
  const name = workspace ?? path.basename(store.folder);
  const loop = teamLoop(foundation, { name, connector, embeddings, usage, work });
  const searched = searchedParts(foundation, embeddings);
  return {
    options,
    store,
    indexes,
    ...embedding,
    ...keepers,
    work,
    hooks,
    idempotency,
    plans,
    profileLayers,
    searched,
    links,
    sources: withTeam(links, { ...searched, connector, loop }),
    team: { connector, loop, name },
    keepClosets: async (isAwaited, call) => {
      if (resolveProfile('default', profileLayers(call)).flags.closets === 'off') return;
      if (isAwaited) await closets.build(call);
      else closets.wanted(true);
    },
    warn: news.log,
    moved: foundation.moved,
    sayMoved: news.sayMoved,
  };
};

/** The profiles of the caller's settings, or the editor's if it has none; then the palace's own. */
const profileLayersOf =
  (options: PalaceOptions, { folder }: PalaceStore): ProfileLayersOf =>
  (call) => [...((call?.caller ?? options).profileLayers ?? editorProfiles(folder)), ...palaceProfiles(folder)];

/** The vectors of what is filed, and the saving of the indexes when all of them are there. */
const embeddingParts = (
  { options, store, indexes, news }: Foundation,
  work: PalaceWork,
): Pick<PalaceParts, 'embeddings'> & { readonly saver: IndexSaver } => {
  const { embedder, machine, onEvent } = options;
  const saver = new IndexSaver({ indexes, onTurn: () => options.demandTurn?.(), onProblem: news.log });
  const embeddings = new PalaceEmbeddings(store, embedder, indexes, {
    onProgress: (progress) => onEvent({ kind: 'progress', progress }),
    onProblem: news.warn,
    machine,
    onIdle: () => {
      onEvent({ kind: 'progress', progress: work.progress });
      // Writing vectors raised the revision, so the saved index is out of date. Many notes cause only one save.
      if (work.progress === null) saver.soon();
    },
  });
  return { saver, embeddings };
};

/** What is kept in step with the drawers and with their use. */
const keptParts = (
  { options: { clock }, store, indexes, news }: Foundation,
  hooks: PipelineHooks,
  profileLayers: ProfileLayersOf,
): Pick<PalaceParts, 'usage' | 'closets' | 'ltp' | 'checks'> => ({
  usage: new UsageLog(store, clock, news.warn),
  closets: new ClosetKeeper(store, news.warn),
  ltp: new LtpKeeper({
    store,
    hooks,
    flags: () => resolveProfile('default', profileLayers()).flags,
    clock,
    log: (message) => news.say('info', message),
    onProblem: news.warn,
  }),
  checks: new NoteChecks({
    store,
    catalogue: indexes.catalogue,
    vectors: () => indexes.vectors,
    now: () => isoTime(clock()),
    nearDuplicates: (slot, cosines) => nearDuplicatesOfNote(slot, cosines, indexes.catalogue),
    onProblem: news.warn,
  }),
});

const teamLoop = (
  { options: { clock }, store, indexes, news }: Foundation,
  {
    name,
    connector,
    embeddings,
    usage,
    work,
  }: Pick<PalaceParts, 'embeddings' | 'usage' | 'work'> & Pick<PalaceParts['team'], 'name' | 'connector'>,
): TeamLoop =>
  new TeamLoop({
    store,
    words: indexes,
    name,
    now: () => isoTime(clock()),
    model: () => embeddings.ingestModel(),
    firstModel: () => embeddings.firstModel(),
    erasing: () => usage.erasing(),
    finishErasure: () => work.exclusively(async () => void (await finishErasure(store, indexes))),
    connector,
    say: (level, message) => {
      news.say(level, message);
      // Views show the team, but its changes are not commits.
      news.tellChanged();
    },
    random: Math.random,
  });

/** What a search reads, here and for a palace linked to this one. */
const searchedParts = (
  { options: { clock }, store, indexes }: Foundation,
  embeddings: PalaceEmbeddings,
): LinkedPalaceParts & { readonly read: ReadQueries } => ({
  catalogue: indexes.catalogue,
  lexical: indexes.lexical,
  vectors: () => indexes.vectors,
  read: store.read,
  termsOf: cachedTextTerms(indexes.lexical.analyser),
  ingestModel: () => embeddings.ingestModel(),
  now: () => clock().getTime(),
  damage: () => damageText(store.health),
});
