import { statSync } from 'node:fs';
import path from 'node:path';
import { PalaceIndexes } from './indexing/palaceIndexes.ts';
import { PalaceError } from './model/errors/palaceError.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import { markChecked, rowsCheckedAt } from './store/checkedMark.ts';
import { openPalaceStore } from './store/openPalaceStore.ts';
import { palaceFile } from './store/palaceFiles.ts';
import type { AbandonableStore, PalaceStore } from './store/palaceStore.ts';

/** From this size in bytes, checking a palace's rows takes longer than starting a worker. */
const large = 32 * 2 ** 20;

interface LoadedPalace {
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
}

interface OpenedPalace extends LoadedPalace {
  /** When every row was last checked, in milliseconds since the epoch. */
  readonly checkedAt: number;
  /** False if nothing in the file can be read; the indexes are then empty. */
  readonly isReadable: boolean;
}

/**
 * Opens a palace's store, checks every row, and reads its indexes. If the palace is marked as checked, that is not done
 * again. A worker checks the rows of a large palace meanwhile: nothing is written before it has finished, and if
 * anything is wrong, everything is done again here, one step after the other. Throws the store's errors.
 */
export const openChecked = async (options: PalaceOptions): Promise<OpenedPalace> => {
  const now = options.clock().getTime();
  const marked = await rowsCheckedAt(options.folder, now);
  const trusted = marked === undefined ? undefined : await openWhile(options, Promise.resolve(true));
  if (trusted !== undefined) return { ...trusted, checkedAt: marked ?? now, isReadable: true };
  const beside = await openBeside(options);
  if (beside !== undefined) return { ...beside, checkedAt: now, isReadable: true };
  const store = await openStore(options, false);
  try {
    return { ...(await withIndexes(store, options)), checkedAt: now, isReadable: true };
  } catch (thrown) {
    if (PalaceError.from(thrown).code !== 'E_PALACE_DAMAGED') throw thrown;
    return { store, indexes: PalaceIndexes.empty(store), checkedAt: now, isReadable: false };
  }
};

/** Undefined if that can't be done, or if anything is wrong. */
const openBeside = async (options: PalaceOptions): Promise<LoadedPalace | undefined> => {
  const { folder, rowsAreSound } = options;
  if (rowsAreSound === undefined || !isLarge(folder)) return undefined;
  return openWhile(
    options,
    rowsAreSound().catch(() => false),
  );
};

/** Opens a palace whose rows somebody else checks, or has checked. Undefined if anything is wrong. */
const openWhile = async (options: PalaceOptions, checked: Promise<boolean>): Promise<LoadedPalace | undefined> => {
  const store = await openStore(options, true);
  // Indexes of damaged rows may not load.
  const loading = store.health.state === 'ok' ? withIndexes(store, options).catch(() => undefined) : undefined;
  const [loaded, isSound] = await Promise.all([loading, checked]);
  if (isSound && loaded !== undefined && store.health.state !== 'damaged') return loaded;
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

const withIndexes = async (store: PalaceStore, options: PalaceOptions): Promise<LoadedPalace> => ({
  store,
  indexes: await PalaceIndexes.load(store, options),
});

const openStore = (
  { folder, sqliteWasm, clock, demandTurn, isDiskFull = false }: PalaceOptions,
  rowsAreChecked: boolean,
): Promise<AbandonableStore> =>
  openPalaceStore({ folder, sqliteWasm, clock, demandTurn, isDiskFull, rowsAreChecked });

/** Marks a palace that was just closed as checked, unless it is damaged or another process has taken it. */
export const markIfSound = async (
  { folder, demandTurn }: PalaceOptions,
  { health }: PalaceStore,
  checkedAt: number,
): Promise<void> => {
  if (health.state !== 'ok') return;
  try {
    demandTurn?.();
  } catch {
    return;
  }
  await markChecked(folder, checkedAt);
};
