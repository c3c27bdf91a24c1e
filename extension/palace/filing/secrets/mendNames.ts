import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import { batches } from '../../../base/batches.ts';
import type { PalaceStore } from '../../store/palaceStore.ts';
import type { FiledName } from '../../store/queries/mentions/names.ts';
import { idWithoutSecrets, mayHoldSecret, nameWithoutSecrets } from './safeNames.ts';

const metaKey = 'names_screened';
/** Rises when names are to be screened again. */
const screening = '1';
/** Names searched together. */
const together = 200;
const sliceMs = 20;

/**
 * Takes the secrets out of the names in a palace that an older version filled, once. Call it before the indexes are built. A palace
 * that can't be written is left as it is. Returns how many names were changed. Errors: those of `PalaceStore.write`.
 */
export const mendNames = async (store: PalaceStore): Promise<number> => {
  if (store.health.state !== 'ok' || store.read.meta(metaKey) === screening) return 0;
  const renames = await unsafeNames(store.read.names());
  await store.write((transaction) => {
    if (renames.length > 0) transaction.rename(renames);
    transaction.noteScan(metaKey, screening);
  });
  return renames.length;
};

const unsafeNames = async (
  names: readonly FiledName[],
): Promise<{ readonly from: string; readonly to: string }[]> => {
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  const renames: { from: string; to: string }[] = [];
  for (const some of batches(names, together)) {
    await yieldToEventLoop();
    for (const { name, isId } of some) {
      // Most drawers' IDs consist of names that are checked on their own.
      if (isId && !mayHoldSecret(name)) continue;
      const to = isId ? idWithoutSecrets(name) : nameWithoutSecrets(name);
      if (to !== name) renames.push({ from: name, to });
    }
  }
  // A longer name may contain a shorter one, which must not be replaced first.
  return renames.sort((a, b) => b.from.length - a.from.length);
};
