import type { Worker } from 'node:worker_threads';

/** The owner's starter and its program are two bundles in one thread: what the first has started, the second takes from here. */
const shared = globalThis as { [key: symbol]: Worker | undefined };
const key = Symbol.for('synapse-palace.started-embedder');

export const keepStarted = (worker: Worker): void => {
  shared[key] = worker;
};

/** The worker that the starter has started, once; undefined if there is none. */
export const takeStarted = (): Worker | undefined => {
  const worker = shared[key];
  shared[key] = undefined;
  return worker;
};
