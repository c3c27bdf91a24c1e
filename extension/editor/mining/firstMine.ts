import type { Memento } from 'vscode';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Miner } from './miner.ts';

const deletedKey = 'memoryDeleted';

interface FirstMineDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'state'>;
  readonly miner: Pick<Miner, 'busy'>;
  readonly trusted: () => boolean;
  /** Mines the workspace as the command does. */
  readonly mine: () => void;
  readonly memento: Pick<Memento, 'get' | 'update'>;
}

/**
 * Mines a workspace for its first search, so that the search finds files. Not in an untrusted workspace, not again
 * after its memory was deleted, and not if the palace has only notes or imports.
 */
export class FirstMine {
  readonly #dependencies: FirstMineDependencies;

  constructor(dependencies: FirstMineDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the memory was deleted, and not mined again since. */
  get wasDeleted(): boolean {
    return this.#dependencies.memento.get(deletedKey) === true;
  }

  /** Starts mining if there is no palace at all. Returns whether the workspace is being mined. */
  start(): boolean {
    const { session, miner, trusted, mine } = this.#dependencies;
    if (session.state.kind !== 'absent' || !trusted() || this.wasDeleted) return false;
    if (!miner.busy) mine();
    return true;
  }

  /**
   * Starts mining if the palace contains nothing but commits, which were indexed automatically. Rejects with
   * `PalaceError`.
   */
  async startBesideCommits(): Promise<void> {
    const { session, miner, trusted, mine } = this.#dependencies;
    if (session.state.kind === 'nowhere' || !trusted() || this.wasDeleted) return;
    const { mined, drawers } = await (await session.api()).status({});
    const others = Object.keys(drawers.by_type).filter((type) => type !== 'git_commit');
    if (mined === false && others.length === 0 && !miner.busy) mine();
  }

  /** The memory was deleted, or created again. */
  async remember({ deleted }: { readonly deleted: boolean }): Promise<void> {
    await this.#dependencies.memento.update(deletedKey, deleted ? true : undefined);
  }
}
