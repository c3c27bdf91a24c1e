import { existsSync } from 'node:fs';
import { drawerFilter, drawerView } from './drawerView.ts';
import { importDrawers } from './mining/importDrawers.ts';
import { mineWorkspace } from './mining/mineWorkspace.ts';
import type { Disposable } from './model/disposable.ts';
import { drawerId, isoTime } from './model/ids.ts';
import { PalaceError } from './model/palaceError.ts';
import type { CallOptions, MineProgress, PalaceApi, Params, Result } from './palaceApi.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import { PalaceEmbeddings } from './palaceEmbeddings.ts';
import { palaceStatus } from './palaceStatus.ts';
import { PalaceIndexes } from './palaceIndexes.ts';
import { palaceRetrieval, type PalaceRetrieval } from './palaceRetrieval.ts';
import { palaceProfiles, profileView } from './palaceProfiles.ts';
import { hookRegistry, type Hook, type HookName, type Hooks } from './retrieval/hooks.ts';
import { profileNames, resolveProfile, type ProfileLayer } from './retrieval/profiles.ts';
import { rememberedEmbedding } from './retrieval/rememberedEmbedding.ts';
import { scanPalace } from './scanPalace.ts';
import { openPalaceStore } from './store/openPalaceStore.ts';
import type { PalaceStore } from './store/palaceStore.ts';
import { UsageLog } from './usageLog.ts';

/** Milliseconds within which commits are told as one. */
const mergeChanges = 250;
/** Earlier queries whose vectors are kept in memory. */
const rememberedQueries = 1000;

/** The memory itself: the one place where store, indexes, embedding and retrieval come together. */
export class Palace implements PalaceApi {
  readonly #options: PalaceOptions;
  readonly #store: PalaceStore;
  readonly #indexes: PalaceIndexes;
  readonly #embeddings: PalaceEmbeddings;
  readonly #retrieval: PalaceRetrieval;
  readonly #hooks: Hooks;
  readonly #unlock: () => Promise<void>;
  readonly #usage: UsageLog;
  #mining: MineProgress | null = null;
  #changed: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(options: PalaceOptions, store: PalaceStore, indexes: PalaceIndexes, unlock: () => Promise<void>) {
    this.#options = options;
    this.#store = store;
    this.#indexes = indexes;
    this.#unlock = unlock;
    const warn = ({ code, message, remedy }: PalaceError): void => options.onEvent({ kind: 'log', level: 'warn', message: `${code}: ${message} ${remedy}` });
    this.#embeddings = new PalaceEmbeddings(store, options.embedder, indexes, {
      onProgress: (progress) => this.#tellProgress(progress), onIdle: () => this.#tellProgress(this.#mining), onProblem: warn,
    });
    this.#usage = new UsageLog(store, options.clock, warn);
    const embedQuery = (texts: readonly string[], abort?: AbortSignal) => options.embedder.embed(texts, 'query', abort);
    this.#hooks = hookRegistry((name, error) => options.onEvent({ kind: 'log', level: 'warn', message: `The hook ${name} failed, which changed nothing: ${error.message}` }));
    this.#retrieval = palaceRetrieval({
      hooks: this.#hooks,
      catalogue: indexes.catalogue, lexical: indexes.lexical, vectors: () => indexes.vectors, read: store.read,
      ingestModel: () => this.#embeddings.ingestModel(), queryModel: () => this.#embeddings.queryModel(),
      embed: embedQuery, embedPast: rememberedEmbedding(embedQuery, rememberedQueries),
      now: () => options.clock().getTime(), timer: () => performance.now(),
    }, () => this.#profileLayers(), (text, resultIds) => this.#usage.searched(text, resultIds));
    store.onCommit((change) => {
      indexes.apply(change);
      this.#changed ??= setTimeout(() => {
        this.#changed = undefined;
        options.onEvent({ kind: 'changed', revision: store.revision });
      }, mergeChanges);
    });
  }

  /** Opens or creates the palace in a folder. Throws the store's and the lock's errors. */
  static async open(options: PalaceOptions): Promise<Palace> {
    const unlock = await options.lock().catch((error: unknown) => {
      // A palace that can't be written can still be read, and needs no lock.
      if (error instanceof PalaceError && error.code === 'E_PALACE_READ_ONLY' && existsSync(`${options.folder}/palace.sqlite`)) return () => Promise.resolve();
      throw error;
    });
    try {
      const store = await openPalaceStore({ folder: options.folder, sqliteWasm: options.sqliteWasm, clock: options.clock });
      const palace = new Palace(options, store, await PalaceIndexes.load(store), unlock);
      await palace.#embeddings.open();
      return palace;
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#changed);
    await this.#embeddings.stop();
    await this.#writing.catch(() => undefined);
    await this.#usage.flush();
    await this.#indexes.save().catch((error: unknown) => this.#options.onEvent({ kind: 'log', level: 'warn', message: `The lexical index could not be saved: ${String(error)}` }));
    await this.#store.close();
    this.#indexes.dispose();
    await this.#unlock();
  }

  /** Watches the pipeline, in this process only. A hook that throws is named in the log and changes nothing. */
  registerHook<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable {
    return this.#hooks.register(name, hook);
  }

  readonly status = async (): Promise<Result<'status'>> => {
    const { queue } = this.#embeddings;
    return palaceStatus({
      store: this.#store, workspace: this.#options.workspace, ingest: this.#embeddings.ingestModel(), rebuilding: this.#embeddings.rebuildModel(),
      model: await this.#embeddings.queryModelNow(), queue, mining: this.#mining,
    });
  };

  readonly mine = async (request: Params<'mine'>, { signal, onProgress }: CallOptions = {}): Promise<Result<'mine'>> =>
    this.#exclusively(async () => {
      const started = performance.now();
      const report = await mineWorkspace(this.#store, request, {
        signal, clock: this.#options.clock, palaceFolder: this.#store.folder, onProgress: (progress) => this.#mineProgress(progress, onProgress),
      }).finally(() => this.#mineProgress(null, undefined));
      await this.#indexes.save();
      const embeddings = await this.#embeddings.settle(request.wait_for_embeddings === true, { signal, onProgress });
      return { ...report, embeddings, elapsed_ms: Math.round(performance.now() - started) };
    });

  readonly importDrawers = async (request: Params<'importDrawers'>, { signal, onProgress }: CallOptions = {}): Promise<Result<'importDrawers'>> =>
    this.#exclusively(async () => {
      const report = await importDrawers(this.#store, request.file, {
        signal, clock: this.#options.clock, onProgress: (progress) => this.#mineProgress(progress, onProgress),
      }).finally(() => this.#mineProgress(null, undefined));
      await this.#embeddings.settle(request.wait_for_embeddings === true, { signal, onProgress });
      return report;
    });

  readonly search = (request: Params<'search'>, options?: CallOptions): Promise<Result<'search'>> => this.#retrieval.search(request, options);

  readonly whyNot = (request: Params<'whyNot'>, options?: CallOptions): Promise<Result<'whyNot'>> => this.#retrieval.whyNot(request, options);

  readonly similar = (request: Params<'similar'>): Promise<Result<'similar'>> => this.#retrieval.similar(request);

  readonly replay = (request: Params<'replay'>): Promise<Result<'replay'>> => this.#retrieval.replay(request);

  readonly rebuildEmbeddings = (_: Params<'rebuildEmbeddings'>, options: CallOptions = {}): Promise<Result<'rebuildEmbeddings'>> => this.#embeddings.rebuild(options);

  readonly scanPalace = (request: Params<'scanPalace'>, options: CallOptions = {}): Promise<Result<'scanPalace'>> =>
    scanPalace(request, options, { store: this.#store, hooks: this.#hooks, profileLayers: this.#profileLayers(), clock: this.#options.clock });

  readonly list = async ({ filter, cursor, limit }: Params<'list'>): Promise<Result<'list'>> => {
    const { drawers, next } = this.#store.read.page(drawerFilter(filter), cursor ?? null, limit ?? 200);
    return { drawers: drawers.map((drawer) => drawerView(drawer, this.#embeddings.hasVector(drawer.rowid))), next };
  };

  readonly show = async ({ drawer_id: id }: Params<'show'>): Promise<Result<'show'>> => {
    const drawer = this.#store.read.drawerById(drawerId(id));
    if (drawer === undefined) throw new PalaceError('E_DRAWER_NOT_FOUND', `There is no drawer ${id} in this palace.`);
    return drawerView(drawer, this.#embeddings.hasVector(drawer.rowid));
  };

  readonly recordAccess = async ({ drawer_ids: ids, session_id: sessionId, kind }: Params<'recordAccess'>): Promise<Result<'recordAccess'>> => {
    const at = isoTime(this.#options.clock());
    await this.#store.write((transaction) => transaction.recordAccess(ids.flatMap((id) => {
      const drawer = transaction.read.drawerById(drawerId(id));
      return drawer === undefined ? [] : [{ rowid: drawer.rowid, sessionId, kind, at }];
    })));
    return {};
  };

  readonly showProfile = async ({ name }: Params<'showProfile'>): Promise<Result<'showProfile'>> => profileView(resolveProfile(name ?? 'default', this.#profileLayers()));

  readonly profiles = async (): Promise<Result<'profiles'>> => ({ names: profileNames(this.#profileLayers()) });

  readonly verify = async (_: Params<'verify'>, { signal, onProgress }: CallOptions = {}): Promise<Result<'verify'>> => {
    const report = await this.#store.verify({
      ...(signal === undefined ? {} : { signal }),
      onProgress: (done, total) => onProgress?.({ stage: 'scanning', done, total, message: 'drawers compared with their hashes', per_second: null }),
    });
    return { ok: report.ok, checked: report.checked, damaged: [...report.damaged] };
  };

  /** The settings' profiles, then the palace's own. */
  #profileLayers(): readonly ProfileLayer[] {
    return [...this.#options.profileLayers, ...palaceProfiles(this.#store.folder)];
  }

  /** Mining and importing one after the other: two at once would only make both slower. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#writing.catch(() => undefined).then(work);
    this.#writing = run;
    return run;
  }

  #mineProgress(progress: MineProgress | null, listener: ((progress: MineProgress) => void) | undefined): void {
    this.#mining = progress;
    this.#tellProgress(progress);
    if (progress !== null) listener?.(progress);
  }

  #tellProgress(progress: MineProgress | null): void {
    this.#options.onEvent({ kind: 'progress', progress });
  }
}
