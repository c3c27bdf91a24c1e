import path from 'node:path';
import { Throttle } from '../base/async/throttle.ts';
import { ClosetKeeper } from './indexing/closetKeeper.ts';
import { IndexSaver } from './indexing/indexSaver.ts';
import { isoTime } from './model/ids.ts';
import { PalaceError } from './model/palaceError.ts';
import type { CallOptions, PalaceApi } from './contract/palaceApi.ts';
import { PalaceEmbeddings } from './indexing/palaceEmbeddings.ts';
import { PalaceIndexes } from './indexing/palaceIndexes.ts';
import { onceLoaded } from './calls/running/onceLoaded.ts';
import { LtpKeeper } from './indexing/ltpKeeper.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import { palaceCalls } from './calls/palaceCalls.ts';
import { Plans } from './calls/plans.ts';
import { movedMessage } from './memory/ageing/movedMessage.ts';
import { editorProfiles, palaceProfiles, type ProfileLayersOf } from './calls/palaceProfiles.ts';
import { namedDamage } from './calls/running/namedDamage.ts';
import { forgettingBetween } from './calls/running/runningCalls.ts';
import { PalaceWork } from './calls/running/palaceWork.ts';
import { NoteChecks } from './indexing/noteChecks.ts';
import { nearDuplicatesOfNote } from './notes/duplicates.ts';
import { resolveProfile } from './retrieval/profiles/profiles.ts';
import { hookProblem, hookRegistry, type PipelineHooks } from './retrieval/query/pipelineHooks.ts';
import { withLinkedDrawers } from './calls/links/linkedDrawers.ts';
import { markIfSound, openChecked } from './openChecked.ts';
import { noLinks } from './contract/linkedPalaces.ts';
import { IdempotentCalls } from './calls/running/idempotency.ts';
import { cachedTextTerms } from './retrieval/candidates/textTerms.ts';
import type { LinkedPalaceParts } from './retrieval/links/linkedPool.ts';
import { finishErasure } from './erasing/finishErasure.ts';
import { mendNames } from './filing/secrets/mendNames.ts';
import type { PalaceStore } from './store/palaceStore.ts';
import { damageText } from './store/storeHealth.ts';
import { noTeam } from './team/teamConnector.ts';
import { withTeam } from './recall/teamSource.ts';
import { TeamLoop } from './team/teamLoop.ts';
import { UsageLog } from './indexing/usageLog.ts';

/** Commits within this time are reported as one event; the first after a pause is reported quickly. */
const changeEvents = { firstMs: 20, leastMs: 250 } as const;

/** A palace that is open in this process: all calls, and what only its owner can do. */
export type Palace = PalaceApi & {
  /** Waits for pending writes, saves the indexes and closes the store. */
  readonly close: () => Promise<void>;
  /** Grows by one with every committed write. */
  readonly revision: () => number;
  /** Watches the pipeline, in this process. If a hook throws, the log names it and nothing else changes. */
  readonly hooks: Pick<PipelineHooks, 'register' | 'listen'>;
};

/** Opens or creates the palace in a folder. The caller holds its lock. Throws the store's errors. */
export const openPalace = async (options: PalaceOptions): Promise<Palace> => {
  const { store, indexes, checkedAt, isReadable } = await openChecked(options);
  const { revision } = store;
  // What fails here is tried again on the next opening; the palace can be used meanwhile.
  const log = (level: 'info' | 'warn', message: string): void => options.onEvent({ kind: 'log', level, message });
  if (store.health.state !== 'damaged') {
    await mendNames(store).catch((thrown: unknown) =>
      log('warn', `Names could not be screened for secrets: ${String(thrown)}`),
    );
    await finishErasure(store).then(
      (isDone) => isDone && log('info', 'An erasure that was interrupted is finished.'),
      (thrown: unknown) =>
        log(
          'warn',
          `What was erased is still in the palace’s files, because it could not be removed: ${String(thrown)}`,
        ),
    );
  }
  const palace = assemble(
    options,
    store,
    store.revision === revision ? indexes : await PalaceIndexes.load(store, options),
    isReadable,
  );
  return { ...palace, close: () => palace.close().then(() => markIfSound(options, store, checkedAt)) };
};

/** Puts the parts together. */
// oxlint-disable-next-line max-lines-per-function -- their order and dependencies are best read in one place
const assemble = (
  options: PalaceOptions,
  store: PalaceStore,
  indexes: PalaceIndexes,
  isReadable: boolean,
): Palace => {
  const { clock, embedder, onEvent, workspace, links = noLinks, team = noTeam } = options;
  const log = (message: string): void => onEvent({ kind: 'log', level: 'warn', message });
  const warn = ({ code, message, remedy }: PalaceError): void => log(`${code}: ${message} ${remedy}`);
  const work = new PalaceWork((progress) => onEvent({ kind: 'progress', progress }));
  const saver = new IndexSaver({ indexes, onTurn: () => options.demandTurn?.(), onProblem: log });
  const embeddings = new PalaceEmbeddings(store, embedder, indexes, {
    onProgress: (progress) => onEvent({ kind: 'progress', progress }),
    onProblem: warn,
    machine: options.machine,
    onIdle: () => {
      onEvent({ kind: 'progress', progress: work.progress });
      // Writing vectors raised the revision, so the saved index is out of date. Many notes cause only one save.
      if (work.progress === null) saver.soon();
    },
  });
  const usage = new UsageLog(store, clock, warn);
  const closets = new ClosetKeeper(store, warn);
  const hooks = hookRegistry((name, error) => log(hookProblem(name, error)));
  const ltp = new LtpKeeper({
    store,
    hooks,
    flags: () => resolveProfile('default', profileLayers()).flags,
    clock,
    log: (message) => onEvent({ kind: 'log', level: 'info', message }),
    onProblem: warn,
  });
  /** The profiles of the caller's settings, or the editor's if it has none; then the palace's own. */
  const profileLayers: ProfileLayersOf = (call) => [
    ...((call?.caller ?? options).profileLayers ?? editorProfiles(store.folder)),
    ...palaceProfiles(store.folder),
  ];

  const idempotency = new IdempotentCalls(store, clock);
  const checks = new NoteChecks({
    store,
    catalogue: indexes.catalogue,
    vectors: () => indexes.vectors,
    now: () => isoTime(clock()),
    nearDuplicates: (slot, cosines) => nearDuplicatesOfNote(slot, cosines, indexes.catalogue),
    onProblem: warn,
  });
  const keepClosets = async (isAwaited: boolean, call: CallOptions): Promise<void> => {
    if (resolveProfile('default', profileLayers(call)).flags.closets === 'off') return;
    if (isAwaited) await closets.build(call);
    else closets.wanted(true);
  };
  const changed = new Throttle(() => onEvent({ kind: 'changed', revision: store.revision }), changeEvents);
  const tellChanged = (): void => changed.call();
  const sayMoved = (id: string): void => {
    const message = movedMessage(store.read, isoTime(clock()), id);
    if (message !== undefined) onEvent({ kind: 'log', level: 'info', message });
  };
  const plans = new Plans({
    store,
    indexes,
    embeddings,
    hooks,
    profileLayers,
    clock,
    idempotency,
    onPlans: tellChanged,
    sayMoved,
  });
  const palaceName = workspace ?? path.basename(store.folder);
  const loop = new TeamLoop({
    store,
    words: indexes,
    name: palaceName,
    now: () => isoTime(clock()),
    model: () => embeddings.ingestModel(),
    firstModel: () => embeddings.firstModel(),
    erasing: () => usage.erasing(),
    finishErasure: () => work.exclusively(async () => void (await finishErasure(store, indexes))),
    connector: team,
    say: (level, message) => {
      onEvent({ kind: 'log', level, message });
      // Views show the team, but its changes are not commits.
      tellChanged();
    },
    random: Math.random,
  });
  /** What a search reads, here and for a palace linked to this one. */
  const searched = {
    catalogue: indexes.catalogue,
    lexical: indexes.lexical,
    vectors: () => indexes.vectors,
    read: store.read,
    termsOf: cachedTextTerms(indexes.lexical.analyser),
    ingestModel: () => embeddings.ingestModel(),
    now: () => clock().getTime(),
    damage: () => damageText(store.health),
  } satisfies LinkedPalaceParts;
  const sources = withTeam(links, { ...searched, connector: team, loop });
  const calls = palaceCalls({
    options,
    store,
    indexes,
    embeddings,
    closets,
    ltp,
    checks,
    usage,
    work,
    hooks,
    idempotency,
    plans,
    profileLayers,
    searched,
    links,
    sources,
    team: { connector: team, loop, name: palaceName },
    keepClosets,
    warn: log,
    sayMoved,
  });

  store.onCommit((change) => {
    indexes.apply(change);
    checks.committed(change);
    ltp.committed(change);
    loop.committed(change);
    tellChanged();
  });
  // Of a damaged palace, what can be read stays readable without it.
  const begin = (part: { readonly open: () => void }): void => {
    try {
      part.open();
    } catch (thrown) {
      warn(PalaceError.from(thrown));
    }
  };
  begin(embeddings);
  begin(closets);
  // A note can only be compared once it has a vector.
  const openRest = (): void => {
    begin(checks);
    if (store.health.state !== 'damaged') begin(loop);
  };
  embeddings.loaded.then(openRest, openRest);
  return {
    ...forgettingBetween(
      namedDamage(
        onceLoaded(withLinkedDrawers(calls, sources), () => embeddings.loaded),
        store,
        isReadable,
      ),
      indexes,
      log,
    ),
    revision: () => store.revision,
    hooks,
    close: async () => {
      changed.dispose();
      options.reranker?.dispose();
      await links.close();
      await loop.close();
      await Promise.all([embeddings.stop(), closets.stop()]);
      await work.settled();
      await checks.idle();
      await usage.flush();
      await ltp.stop();
      saver.dispose();
      await saver.save();
      await store.close();
      indexes.dispose();
    },
  };
};
