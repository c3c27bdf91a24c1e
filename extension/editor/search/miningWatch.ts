import { Debouncer } from '../../base/async/debouncer.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Miner } from '../mining/miner.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { DisposableStore } from '../platform/disposableStore.ts';

const quietMs = 500;
const longestMs = 1500;

/** Repeats a search that was made while files are being filed, until all of them are. */
export class MiningWatch implements Disposable {
  readonly #held = new DisposableStore();
  readonly #miner: Pick<Miner, 'busy'>;
  readonly #filed: Debouncer;
  #isPartial = false;

  constructor(miner: Pick<Miner, 'busy'>, session: Pick<PalaceSession, 'onChanged'>, again: () => void) {
    this.#miner = miner;
    this.#filed = this.#held.add(new Debouncer(again, quietMs, longestMs));
    // A search may be answered before the first file is filed.
    this.#held.add(session.onChanged(() => miner.busy && this.#filed.call()));
  }

  /** The shown answer was made while files were being filed, so there may soon be more to find. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** A search begins now. */
  searching(): void {
    this.#isPartial = this.#miner.busy;
  }

  /** Its answer is shown. */
  shown(): void {
    if (this.#isPartial) this.#filed.call();
  }

  dispose(): void {
    this.#held.dispose();
  }
}
