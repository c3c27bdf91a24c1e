import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { ChangedFiles, MineReport, MineRequest } from '../../palace/contract/filing/intakeSchemas.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';

/** Mines this window's workspace, one run at a time: a run asked for during another one waits for it. */
export class Miner implements Disposable {
  readonly #session: Pick<PalaceSession, 'api' | 'apiOrNew'>;
  readonly #request: () => Promise<MineRequest>;
  readonly #runs = new SerialQueue();
  readonly #mined = new Emitter<MineReport>();
  #waiting = 0;

  constructor(session: Pick<PalaceSession, 'api' | 'apiOrNew'>, request: () => Promise<MineRequest>) {
    this.#session = session;
    this.#request = request;
  }

  /** Whether a run is under way or waits. */
  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** A run has ended successfully. */
  onMined(listener: (report: MineReport) => void): Disposable {
    return this.#mined.event(listener);
  }

  /**
   * Rejects with `PalaceError`; E_CANCELLED if the signal ended it (what was committed before stays). With
   * `touched`, nothing is done if none of these absolute paths matters to mining.
   */
  async mine(options: CallOptions, touched?: readonly string[]): Promise<MineReport> {
    this.#waiting += 1;
    try {
      return await this.#runs.run(async () => {
        const request = await this.#request();
        const report = await (await this.#session.apiOrNew()).mine(withTouched(request, touched), options);
        this.#mined.fire(report);
        return report;
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  /** What a run would change. `touched`: as for `mine`. */
  async changedFiles(options: CallOptions, touched?: readonly string[]): Promise<ChangedFiles> {
    const { folders, exclude } = await this.#request();
    return (await this.#session.api()).changedFiles(withTouched({ folders, exclude }, touched), options);
  }

  dispose(): void {
    this.#mined.dispose();
  }
}

const withTouched = <T extends object>(request: T, touched: readonly string[] | undefined) =>
  touched === undefined ? request : { ...request, touched: [...touched] };
