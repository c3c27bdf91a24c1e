import { ortEngine, ownEngine } from '../model/embedding/embeddingEngine.ts';
import { parseStamp, sameStamp, stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { ingestModel, stampMeta } from '../store/ingestModel.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';

/** `meta` key: the model of an unfinished rebuild. */
const rebuildMeta = 'embedding_rebuild';
const none = 'null';

/** Vectors removed in one transaction. */
const removedAtOnce = 2000;

/** The model of an unfinished rebuild; null if there is none. */
const rebuildModel = (read: ReadQueries): ModelStamp | null => parseStamp(read.meta(rebuildMeta));

/**
 * Whether every drawer that needs a vector has one, and no rebuild is unfinished. Works without a loaded model.
 */
export const isAllEmbedded = (read: ReadQueries): boolean => {
  const ingest = ingestModel(read);
  return (
    ingest !== null && rebuildModel(read) === null && read.rowidsWithoutVector(stampKey(ingest), 1).length === 0
  );
};

/**
 * Stores that every drawer is to be embedded with this model, so that a later owner can resume. The old vectors
 * stay.
 */
export const beginRebuild = (store: PalaceStore, stamp: ModelStamp): Promise<void> =>
  store.write((transaction) => transaction.setMeta(rebuildMeta, JSON.stringify(stamp)));

/**
 * Begins to embed a palace again whose vectors onnxruntime-web made, if the same model now runs in our own engine.
 * Never the other way round: two programs with different engines would take turns embedding the palace.
 */
export const beginUpgrade = async (store: PalaceStore, stamp: ModelStamp): Promise<void> => {
  const ingest = ingestModel(store.read);
  if (ingest === null || ingest.model !== stamp.model || ingest.dim !== stamp.dim) return;
  if (ingest.engine !== ortEngine || stamp.engine !== ownEngine || isRebuilding(store.read, stamp)) return;
  await beginRebuild(store, stamp);
};

/** Puts the new vectors into use, in one commit, if every drawer that needs one has it. Returns whether it did. */
export const finishRebuild = (store: PalaceStore, stamp: ModelStamp): Promise<boolean> =>
  store.write((transaction) => {
    if (transaction.read.rowidsWithoutVector(stampKey(stamp), 1).length > 0) return false;
    transaction.setMeta(stampMeta, JSON.stringify(stamp));
    transaction.setMeta(rebuildMeta, none);
    return true;
  });

/** Removes, in several transactions, the vectors of models that are neither in use nor the target of a rebuild. */
export const removeOtherVectors = async (store: PalaceStore, signal: AbortSignal): Promise<void> => {
  const wanted = new Set(
    [ingestModel(store.read), rebuildModel(store.read)].flatMap((stamp) =>
      stamp === null ? [] : [stampKey(stamp)],
    ),
  );
  if (wanted.size === 0) return;
  for (const model of store.read.vectorModels()) {
    if (wanted.has(model)) continue;
    for (let removed = removedAtOnce; removed === removedAtOnce && !signal.aborted;)
      removed = await store.write((transaction) => transaction.removeVectors(model, removedAtOnce));
  }
};

/** Whether there is an unfinished rebuild for this model. */
export const isRebuilding = (read: ReadQueries, stamp: ModelStamp): boolean => {
  const [ingest, target] = [ingestModel(read), rebuildModel(read)];
  return ingest !== null && target !== null && sameStamp(target, stamp) && !sameStamp(ingest, stamp);
};
