import type { PipelineTrace } from '../../contract/search/searchResult.ts';

/** Collects the timings of a run. */
export interface Watch {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** `from`: when the span began, by {@link now}. */
  add(name: string, ms: number, from: number): void;
  time<T>(name: string, work: () => T): T;
  elapsed(): number;
  timings(): PipelineTrace['phase_timing_ms'];
  /** When each span first began, in milliseconds after the start; undefined where nobody recorded it. */
  starts(): PipelineTrace['phase_start_ms'];
}

/** Measures named spans; spans of the same name are added up. */
export class Stopwatch implements Watch {
  readonly #timer: () => number;
  readonly #started: number;
  readonly #spans = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  readonly #reports: Record<string, Readonly<Record<string, unknown>>> = {};

  /** `timer` gives milliseconds. */
  constructor(timer: () => number) {
    this.#timer = timer;
    this.#started = timer();
  }

  now(): number {
    return this.#timer();
  }

  add(name: string, ms: number, from: number): void {
    if (!this.#starts.has(name)) this.#starts.set(name, from - this.#started);
    this.#spans.set(name, (this.#spans.get(name) ?? 0) + ms);
  }

  time<T>(name: string, work: () => T): T {
    const before = this.#timer();
    const value = work();
    this.add(name, this.#timer() - before, before);
    return value;
  }

  async timeAsync<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#timer();
    try {
      return await work();
    } finally {
      this.add(name, this.#timer() - before, before);
    }
  }

  /** Notes more than one number about a part of the run, measured elsewhere. */
  report(name: string, told: Readonly<Record<string, unknown>>): void {
    this.#reports[name] = told;
  }

  /** Milliseconds since the start, to a tenth. */
  elapsed(): number {
    return toTenth(this.#timer() - this.#started);
  }

  /** Milliseconds by name, to a thousandth, and what was reported. */
  timings(): PipelineTrace['phase_timing_ms'] {
    return { ...toThousandths(this.#spans), ...this.#reports };
  }

  /** Milliseconds by name, to a thousandth. */
  starts(): Record<string, number> {
    return toThousandths(this.#starts);
  }
}

const toThousandths = (times: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...times].map(([name, ms]) => [name, Math.round(ms * 1000) / 1000]));

const toTenth = (ms: number): number => Math.round(ms * 10) / 10;
