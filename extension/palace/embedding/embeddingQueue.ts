import type { EmbedRequest } from './embedderMessages.ts';
import type { EmbeddingCall } from './embeddingCall.ts';

/** One text of a call. */
export interface EmbeddingJob {
  readonly call: EmbeddingCall;
  /** The text's index in its call. */
  readonly index: number;
  readonly request: EmbedRequest;
  /** How many workers have failed on it. */
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

  /** Puts the job back at the front of its lane. */
  putBack(job: EmbeddingJob): void {
    this.#lanes[job.request.kind].unshift(job);
  }

  take(): EmbeddingJob | undefined {
    return this.#lanes.query.shift() ?? this.#lanes.drawer.shift();
  }

  /** Removes all waiting texts of a call. */
  remove(call: EmbeddingCall): void {
    const others = (lane: readonly EmbeddingJob[]): EmbeddingJob[] => lane.filter((job) => job.call !== call);
    this.#lanes = { query: others(this.#lanes.query), drawer: others(this.#lanes.drawer) };
  }

  /** Empties the queue and returns the calls whose texts were in it. */
  drain(): ReadonlySet<EmbeddingCall> {
    const calls = new Set([...this.#lanes.query, ...this.#lanes.drawer].map((job) => job.call));
    this.#lanes = { query: [], drawer: [] };
    return calls;
  }
}
