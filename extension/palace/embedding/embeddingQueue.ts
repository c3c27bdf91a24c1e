import type { EmbedRequest } from './embedderMessages.ts';
import type { EmbeddingCall } from './embeddingCall.ts';

/** One text of a call. */
export interface EmbeddingJob {
  readonly call: EmbeddingCall;
  /** Place of the text in its call. */
  readonly index: number;
  readonly request: EmbedRequest;
  /** Workers that ended over it. */
  readonly failures: number;
}

/** Texts that wait for a worker: first come, first served, but every query goes ahead of every drawer. */
export class EmbeddingQueue {
  #lanes: Record<EmbedRequest['kind'], EmbeddingJob[]> = { query: [], drawer: [] };

  get length(): number {
    return this.#lanes.query.length + this.#lanes.drawer.length;
  }

  add(job: EmbeddingJob): void {
    this.#lanes[job.request.kind].push(job);
  }

  /** Makes the job the next of its kind again. */
  putBack(job: EmbeddingJob): void {
    this.#lanes[job.request.kind].unshift(job);
  }

  take(): EmbeddingJob | undefined {
    return this.#lanes.query.shift() ?? this.#lanes.drawer.shift();
  }

  /** Takes out all that waits of one call. */
  remove(call: EmbeddingCall): void {
    const others = (lane: readonly EmbeddingJob[]): EmbeddingJob[] => lane.filter((job) => job.call !== call);
    this.#lanes = { query: others(this.#lanes.query), drawer: others(this.#lanes.drawer) };
  }

  /** Takes out everything and returns the calls concerned. */
  drain(): ReadonlySet<EmbeddingCall> {
    const calls = new Set([...this.#lanes.query, ...this.#lanes.drawer].map((job) => job.call));
    this.#lanes = { query: [], drawer: [] };
    return calls;
  }
}
