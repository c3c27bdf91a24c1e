import { SerialQueue } from '../../base/serialQueue.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { MineReport, MineRequest } from '../../palace/contract/intakeSchemas.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';

/** Mines this window's workspace, one run at a time: a run asked for during another one waits for it. */
export class Miner {
  readonly #session: PalaceSession;
  readonly #request: () => Promise<MineRequest>;
  readonly #runs = new SerialQueue();
  #waiting = 0;

  constructor(session: PalaceSession, request: () => Promise<MineRequest>) {
    this.#session = session;
    this.#request = request;
  }

  /** Whether a run is under way or waits. */
  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** Rejects with `PalaceError`; E_CANCELLED when the signal ended it (what was committed before stays). */
  async mine(options: CallOptions): Promise<MineReport> {
    this.#waiting += 1;
    try {
      return await this.#runs.run(async () => {
        const request = await this.#request();
        return (await this.#session.api()).mine(request, options);
      });
    } finally {
      this.#waiting -= 1;
    }
  }
}
