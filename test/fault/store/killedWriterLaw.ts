import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';

export const drawersPerBatch = 8;
/** Each batch deletes the one that many before it, in its own transaction. */
export const batchesKept = 20;
export const lastBatchKey = 'last_batch';

/** What a killed writer had said by then. */
export interface Said {
  /** The newest batch that was acknowledged; -1 for none. */
  readonly done: number;
  /** The newest batch that was begun. */
  readonly begun: number;
}

/** What is wrong with a palace after its writer was killed; nothing if all is as it must be. */
export const brokenLaws = async (store: PalaceStore, { done, begun }: Said): Promise<string[]> => {
  const broken: string[] = [];
  const demand = (holds: boolean, law: string): void => void (holds || broken.push(law));
  const perBatch = new Map<number, number>();
  for (const { id } of store.read.scanDrawers(0, 100_000)) {
    const batch = Number.parseInt(id, 10);
    perBatch.set(batch, (perBatch.get(batch) ?? 0) + 1);
  }
  const last = Math.max(-1, ...perBatch.keys());
  demand(last >= done, `batch ${done} was acknowledged, but ${last} is the newest there`);
  demand(last <= begun, `batch ${last} is there, but ${begun} is the newest begun`);
  for (const [batch, count] of perBatch)
    demand(count === drawersPerBatch, `batch ${batch} has ${count} of its ${drawersPerBatch} drawers`);
  demand(
    perBatch.size === Math.min(last + 1, batchesKept),
    `${perBatch.size} batches are there, the newest being ${last}`,
  );
  demand(
    Number(store.read.meta(lastBatchKey) ?? -1) === last,
    `the newest batch is ${last}, noted is ${store.read.meta(lastBatchKey)}`,
  );
  demand(store.revision === last + 1, `revision ${store.revision} after batch ${last}`);
  const vectors = store.read.vectorCounts('m');
  demand(
    vectors.pending === 0 && vectors.done === perBatch.size * drawersPerBatch,
    `vectors: ${JSON.stringify(vectors)}`,
  );
  demand(store.health.state === 'ok', `health: ${JSON.stringify(store.health)}`);
  const report = await store.verify();
  demand(report.ok, `verify: ${JSON.stringify(report.damaged)}`);
  return broken;
};
