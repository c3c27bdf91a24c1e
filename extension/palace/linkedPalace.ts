import { linkedCalls } from './calls/links/linkCalls.ts';
import type { LinkedMethod } from './contract/linkedPalaces.ts';
import type { PalaceApi } from './contract/palaceApi.ts';
import { ingestModel } from './store/ingestModel.ts';
import { PalaceIndexes } from './indexing/palaceIndexes.ts';
import { PalaceError } from './model/errors/palaceError.ts';
import { cachedTextTerms } from './retrieval/candidates/textTerms.ts';
import { openPalaceStore } from './store/openPalaceStore.ts';
import { damageText } from './store/storeHealth.ts';

/** The calls that a read-only palace answers. */
export type LinkedPalaceCalls = Pick<PalaceApi, LinkedMethod>;

/**
 * Opens a palace that nobody owns, for the searches of another. Nothing is written, and no model is loaded: a
 * search brings its query's vector. The answers are valid as long as the palace's files don't change. Errors:
 * those of the store, E_PALACE_READ_ONLY if the palace has an older schema, E_PALACE_DAMAGED.
 */
export const openLinkedPalace = async ({
  folder,
  sqliteWasm,
}: {
  readonly folder: string;
  readonly sqliteWasm: string;
}): Promise<LinkedPalaceCalls> => {
  const store = await openPalaceStore({ folder, sqliteWasm, isReadOnly: true });
  if (store.health.state === 'damaged') {
    const { reason } = store.health;
    await store.close();
    throw new PalaceError('E_PALACE_DAMAGED', reason);
  }
  const indexes = await PalaceIndexes.load(store);
  const model = ingestModel(store.read);
  if (model !== null) await indexes.loadVectors(model);
  return linkedCalls({
    catalogue: indexes.catalogue,
    lexical: indexes.lexical,
    vectors: () => indexes.vectors,
    read: store.read,
    termsOf: cachedTextTerms(indexes.lexical.analyser),
    ingestModel: () => model,
    now: () => Date.now(),
    damage: () => damageText(store.health),
    bytes: () => store.bytes(),
  });
};
