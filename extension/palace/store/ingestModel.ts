import { parseStamp, sameStamp, type ModelStamp } from '../model/embedding/modelStamp.ts';
import type { ReadQueries, WriteTransaction } from './palaceStore.ts';

/** `meta` key: the model of the vectors in use. */
export const stampMeta = 'embedding_stamp';

/** The model of the vectors in use; null before there are any. */
export const ingestModel = (read: ReadQueries): ModelStamp | null => parseStamp(read.meta(stampMeta));

/** Makes the model the palace's own if it has none yet. Returns whether the palace's vectors are of this model. */
export const stampIfFirst = (transaction: WriteTransaction, stamp: ModelStamp): boolean => {
  const known = ingestModel(transaction.read);
  if (known === null) transaction.setMeta(stampMeta, JSON.stringify(stamp));
  return known === null || sameStamp(known, stamp);
};
