import { PalaceError } from './model/errors/palaceError.ts';
import type { PalaceApi } from './contract/palaceApi.ts';
import { PalaceIndexes } from './indexing/palaceIndexes.ts';
import { onceLoaded } from './calls/running/onceLoaded.ts';
import { palaceNews, type PalaceNews } from './palaceNews.ts';
import { palaceParts } from './palaceParts.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import { palaceCalls, type PalaceParts } from './calls/palaceCalls.ts';
import { namedDamage } from './calls/running/namedDamage.ts';
import { forgettingBetween } from './calls/running/runningCalls.ts';
import type { PipelineHooks } from './retrieval/query/pipelineHooks.ts';
import { withLinkedDrawers } from './calls/links/linkedDrawers.ts';
import { markIfSound, openChecked } from './openChecked.ts';
import { finishErasure } from './erasing/finishErasure.ts';
import { mendNames } from './filing/secrets/mendNames.ts';
import { StandingMoves } from './memory/ageing/standingMoves.ts';
import type { PalaceStore } from './store/palaceStore.ts';

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

/** The parts, opened and kept in step with what is committed, behind the calls. */
const assemble = (
  options: PalaceOptions,
  store: PalaceStore,
  indexes: PalaceIndexes,
  isReadable: boolean,
): Palace => {
  const moved = new StandingMoves(store.read);
  const news = palaceNews(options, store, moved);
  const parts = palaceParts({ options, store, indexes, news, moved });
  const { embeddings, checks, ltp, hooks, sources, team } = parts;
  const calls = palaceCalls(parts);
  store.onCommit((change) => {
    indexes.apply(change);
    moved.committed(change);
    checks.committed(change);
    ltp.committed(change);
    team.loop.committed(change);
    news.tellChanged();
  });
  openParts(parts, news);
  return {
    ...forgettingBetween(
      namedDamage(
        onceLoaded(withLinkedDrawers(calls, sources), () => embeddings.loaded),
        store,
        isReadable,
      ),
      indexes,
      news.log,
    ),
    revision: () => store.revision,
    hooks,
    close: async () => {
      news.end();
      options.reranker?.dispose();
      await closeParts(parts);
    },
  };
};

const openParts = (
  { store, embeddings, closets, checks, team }: PalaceParts,
  { warn }: Pick<PalaceNews, 'warn'>,
): void => {
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
    if (store.health.state !== 'damaged') begin(team.loop);
  };
  embeddings.loaded.then(openRest, openRest);
};

/** What may still write ends before the indexes are saved; the store goes last. */
const closeParts = async (parts: ReturnType<typeof palaceParts>): Promise<void> => {
  const { store, indexes, saver, embeddings, closets, checks, usage, ltp, work, links, team } = parts;
  await links.close();
  await team.loop.close();
  await Promise.all([embeddings.stop(), closets.stop()]);
  await work.settled();
  await checks.idle();
  await usage.flush();
  await ltp.stop();
  saver.dispose();
  await saver.save();
  await store.close();
  indexes.dispose();
};
