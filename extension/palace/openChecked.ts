import { statSync } from 'node:fs';
import path from 'node:path';
import { PalaceIndexes } from './indexing/palaceIndexes.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import { openPalaceStore } from './store/openPalaceStore.ts';
import { palaceFile } from './store/palaceFiles.ts';
import type { AbandonableStore, PalaceStore } from './store/palaceStore.ts';

/** Bytes of a palace whose rows take longer to look at than a worker takes to start. */
const large = 32 * 2 ** 20;

interface OpenedPalace {
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
}

/**
 * Opens a palace's store, with every row looked at, and reads its indexes. The rows of a large palace are looked at elsewhere meanwhile:
 * nothing is written before that is done, and if anything is wrong, all of it is done again here, one after the other. Throws the
 * store's errors.
 */
export const openChecked = async (options: PalaceOptions): Promise<OpenedPalace> =>
  (await openBeside(options)) ?? withIndexes(await openStore(options, false));

/** Undefined if that can't be done, or if anything is wrong. */
const openBeside = async (options: PalaceOptions): Promise<OpenedPalace | undefined> => {
  const { folder, rowsAreSound } = options;
  if (rowsAreSound === undefined || !isLarge(folder)) return undefined;
  // Handled at once: opening may fail before it is awaited.
  const checked = rowsAreSound().catch(() => false);
  const store = await openStore(options, true);
  // Indexes of rows that are not sound may not load.
  const loading = store.health.state === 'ok' ? withIndexes(store).catch(() => undefined) : undefined;
  const [loaded, isSound] = await Promise.all([loading, checked]);
  if (isSound && loaded !== undefined) return loaded;
  store.abandon();
  return undefined;
};

const isLarge = (folder: string): boolean => {
  try {
    return statSync(path.join(folder, palaceFile)).size >= large;
  } catch {
    // Opening says what is wrong.
    return false;
  }
};

const withIndexes = async (store: PalaceStore): Promise<OpenedPalace> => ({
  store,
  indexes: await PalaceIndexes.load(store),
});

const openStore = (
  { folder, sqliteWasm, clock, demandTurn, isDiskFull = false }: PalaceOptions,
  rowsAreChecked: boolean,
): Promise<AbandonableStore> =>
  openPalaceStore({ folder, sqliteWasm, clock, demandTurn, isDiskFull, rowsAreChecked });
