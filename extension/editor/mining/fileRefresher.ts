import { Debouncer } from '../../base/async/debouncer.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Miner } from './miner.ts';

interface FileRefresherDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'state' | 'onState'>;
  readonly miner: Pick<Miner, 'busy' | 'mine' | 'changedFiles' | 'onMined'>;
  /** `watching`: mine what changed. Otherwise changes are only counted. */
  readonly settings: () => { readonly trusted: boolean; readonly watching: boolean; readonly quietMs: number };
  readonly log: (level: 'debug' | 'warn', message: string) => void;
}

/** A file that is written constantly may delay the others for this long, or for two quiet times where these are longer. */
const longestMs = 15_000;
/** With more touched paths than this, checking everything is quicker. */
const mostTouched = 500;

/**
 * Keeps the palace in step with the files, whoever changed them: once the changes have settled, they are mined in
 * one run, or only counted if watching is off. Only in a trusted workspace that was mined before. Everything is checked when the
 * palace is opened, because nothing is noted while it is not.
 */
export class FileRefresher implements Disposable {
  readonly #dependencies: FileRefresherDependencies;
  readonly #held = new DisposableStore();
  readonly #abort = new AbortController();
  readonly #settled: Debouncer;
  readonly #changes = this.#held.add(new Emitter<number>());
  /** Null: everything is to be checked. */
  #touched: Set<string> | null = new Set();
  #changed = 0;

  constructor(dependencies: FileRefresherDependencies) {
    this.#dependencies = dependencies;
    const { session } = dependencies;
    let isOpen = session.state.kind === 'open';
    this.#held.add(
      session.onState(({ kind }) => {
        if (kind === 'open' && !isOpen) this.recheck();
        isOpen = kind === 'open';
      }),
    );
    this.#settled = this.#held.add(
      new Debouncer(
        () => void this.#refresh(),
        () => dependencies.settings().quietMs,
        () => Math.max(longestMs, 2 * dependencies.settings().quietMs),
      ),
    );
    this.#held.add(
      dependencies.miner.onMined(() => {
        this.#tell(0);
      }),
    );
  }

  /** Files that have changed since mining; 0 while they are mined automatically. */
  get changed(): number {
    return this.#changed;
  }

  onChanged(listener: (files: number) => void): Disposable {
    return this.#changes.event(listener);
  }

  /** Absolute paths were written, made or removed. */
  touch(paths: readonly string[]): void {
    if (!this.#isAllowed() || paths.length === 0) return;
    for (const path of paths) this.#touched?.add(path);
    if (this.#touched !== null && this.#touched.size > mostTouched) this.#touched = null;
    this.#settled.call();
  }

  /** Checks everything, because files may have changed while nobody watched. */
  recheck(): void {
    if (!this.#isAllowed()) return;
    this.#touched = null;
    this.#settled.call();
  }

  dispose(): void {
    this.#abort.abort();
    this.#held.dispose();
  }

  #isAllowed(): boolean {
    const { session, settings } = this.#dependencies;
    return settings().trusted && ['closed', 'opening', 'open'].includes(session.state.kind);
  }

  async #refresh(): Promise<void> {
    const { session, miner, settings, log } = this.#dependencies;
    if (!this.#isAllowed()) return;
    if (miner.busy) {
      this.#settled.call();
      return;
    }
    const touched = this.#touched === null ? undefined : [...this.#touched];
    this.#touched = new Set();
    const options = { signal: this.#abort.signal };
    try {
      // A palace may contain only notes and commits.
      if ((await (await session.api()).status({})).mined === false) return;
      if (settings().watching) {
        const { sources, drawers, elapsed_ms: elapsed } = await miner.mine(options, touched);
        if (drawers.added + drawers.archived + sources.renamed > 0)
          log(
            'debug',
            `Changed files mined: ${sources.mined} files, ${drawers.added} drawers added, ${drawers.archived} archived in ${Math.round(elapsed)} ms`,
          );
      } else {
        const { compared, changed, gone } = await miner.changedFiles(options, touched);
        if (compared) this.#tell(changed + gone);
      }
    } catch (thrown) {
      this.#keep(touched);
      const error = PalaceError.from(thrown);
      if (error.code !== 'E_CANCELLED' && error.code !== 'E_PALACE_NOT_FOUND')
        log('warn', `Changed files were not mined. ${error.code}: ${error.message}`);
    }
  }

  /** What could not be mined is mined with the next change. */
  #keep(touched: readonly string[] | undefined): void {
    if (touched === undefined) this.#touched = null;
    else for (const path of touched) this.#touched?.add(path);
  }

  #tell(changed: number): void {
    if (changed === this.#changed) return;
    this.#changed = changed;
    this.#changes.fire(changed);
  }
}
