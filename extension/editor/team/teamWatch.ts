import { Debouncer } from '../../base/async/debouncer.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { TeamStatus } from '../../palace/contract/teamSchemas.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { TeamKeys } from './teamKeys.ts';

interface TeamWatchDependencies {
  readonly session: Pick<PalaceSession, 'state' | 'api' | 'onState' | 'onChanged' | 'onOwner'>;
  readonly keys: TeamKeys;
  readonly log: (level: 'debug' | 'warn', message: string) => void;
}

const quietMs = 300;
const latestMs = 1500;

/**
 * What the window knows of its palace's team. Whoever owns the palace exchanges by itself and holds the password in memory alone:
 * each new owner is given the one that is kept.
 */
export class TeamWatch implements Disposable {
  readonly #dependencies: TeamWatchDependencies;
  readonly #changes = new Emitter<void>();
  readonly #held = new DisposableStore();
  readonly #timer: Debouncer;
  #status: TeamStatus | null = null;

  constructor(dependencies: TeamWatchDependencies) {
    this.#dependencies = dependencies;
    const { session } = dependencies;
    this.#timer = this.#held.add(
      new Debouncer(() => void this.#inBackground(() => this.read()), quietMs, latestMs),
    );
    this.#held.add(session.onChanged(() => this.#timer.call()));
    this.#held.add(session.onOwner(() => void this.#inBackground(() => this.#unlock())));
    this.#held.add(
      session.onState(({ kind }) => {
        if (kind !== 'open' && kind !== 'opening') this.#show(null);
      }),
    );
  }

  /** Of the palace's team; null where there is none, or the palace is not open. */
  get status(): TeamStatus | null {
    return this.#status;
  }

  /** The status is another one. */
  onChange(listener: () => void): Disposable {
    return this.#changes.event(listener);
  }

  readonly isShared = (wing: string): boolean =>
    this.#status?.wings.some((each) => each.shared && each.wing === wing) === true;

  /** Asks the palace now. */
  async read(): Promise<TeamStatus> {
    const status = await (await this.#dependencies.session.api()).teamStatus({});
    this.#show(status);
    return status;
  }

  dispose(): void {
    this.#held.dispose();
    this.#changes.dispose();
  }

  async #unlock(): Promise<void> {
    const { session, keys } = this.#dependencies;
    const { url } = await this.read();
    const password = url === null ? undefined : await keys.get(url);
    if (password === undefined) return;
    this.#show(await (await session.api()).teamUnlock({ password }));
  }

  async #inBackground(work: () => Promise<unknown>): Promise<void> {
    if (this.#dependencies.session.state.kind !== 'open') return;
    try {
      await work();
    } catch (thrown) {
      const { code, message } = PalaceError.from(thrown);
      this.#dependencies.log('debug', `The team's state could not be read. ${code}: ${message}`);
    }
  }

  #show(read: TeamStatus | null): void {
    const status = read === null || read.state === 'none' ? null : read;
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    this.#changes.fire();
  }
}
