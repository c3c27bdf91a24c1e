import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { holdUpOf, type HoldUp, type Machine } from './machineState.ts';

/** Milliseconds between two measurements of the machine. */
const lookEvery = 5_000;

interface PaceParts {
  /** Whether a person wants full speed, whatever else the machine does. */
  readonly isFull: () => boolean;
  /** Undefined: always full. */
  readonly machine: Machine | undefined;
  /** Default: a timer. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** How fast texts that nobody waits for are embedded: one at a time under load, and with rests on battery. */
export class EmbeddingPace {
  readonly #parts: PaceParts;
  #holdUp: HoldUp | null = null;
  #lookAt = 0;

  constructor(parts: PaceParts) {
    this.#parts = parts;
  }

  /** Why embedding is slow; null if it is not. */
  get holdUp(): HoldUp | null {
    return this.#holdUp;
  }

  /** Embeds the texts at the current pace. As soon as somebody waits, all remaining ones are embedded at once. */
  async run<T>(
    texts: readonly string[],
    embed: (texts: readonly string[]) => Promise<T[]>,
    isAwaited: () => boolean,
  ): Promise<T[]> {
    await this.#look();
    const done: T[] = [];
    while (done.length < texts.length) {
      const left = texts.slice(done.length);
      if (this.#holdUp === null || isAwaited()) return [...done, ...(await embed(left))];
      const started = performance.now();
      done.push(...(await embed(left.slice(0, 1))));
      if (this.#holdUp === 'battery') await (this.#parts.wait ?? pause)(performance.now() - started);
    }
    return done;
  }

  /** Nothing is left to do. The next run begins with a new measurement. */
  end(): void {
    this.#holdUp = null;
    this.#lookAt = 0;
    this.#parts.machine?.rest();
  }

  async #look(): Promise<void> {
    if (performance.now() < this.#lookAt) return;
    this.#lookAt = performance.now() + lookEvery;
    const { machine, isFull } = this.#parts;
    this.#holdUp = machine === undefined || isFull() ? null : holdUpOf(await machine.look());
  }
}
