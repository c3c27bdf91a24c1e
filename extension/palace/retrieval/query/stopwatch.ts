import type { PipelineTrace } from '../../contract/search/searchResult.ts';

/** Collects the timings of a run. */
export interface Watch {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  add(name: string, ms: number): void;
  time<T>(name: string, work: () => T): T;
  elapsed(): number;
  timings(): PipelineTrace['phase_timing_ms'];
}

/** Measures named spans; spans of the same name are added up. */
export class Stopwatch implements Watch {
  readonly #timer: () => number;
  readonly #started: number;
  readonly #spans = new Map<string, number>();

  /** `timer` gives milliseconds. */
  constructor(timer: () => number) {
    this.#timer = timer;
    this.#started = timer();
  }

  now(): number {
    return this.#timer();
  }

  add(name: string, ms: number): void {
    this.#spans.set(name, (this.#spans.get(name) ?? 0) + ms);
  }

  time<T>(name: string, work: () => T): T {
    const before = this.#timer();
    const value = work();
    this.add(name, this.#timer() - before);
    return value;
  }

  async timeAsync<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#timer();
    try {
      return await work();
    } finally {
      this.add(name, this.#timer() - before);
    }
  }

  /** Milliseconds since the start, to a tenth. */
  elapsed(): number {
    return toTenth(this.#timer() - this.#started);
  }

  /** Milliseconds by name, to a thousandth. */
  timings(): Record<string, number> {
    return Object.fromEntries([...this.#spans].map(([name, ms]) => [name, Math.round(ms * 1000) / 1000]));
  }
}

const toTenth = (ms: number): number => Math.round(ms * 10) / 10;
