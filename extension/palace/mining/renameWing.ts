import type { WingName } from '../model/drawer/ids.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** Drawers of one transaction. */
const batch = 500;

/**
 * Moves everything in one wing to another, archived drawers included. IDs and rooms stay. Repeating it changes
 * nothing.
 */
export const renameWing = async (store: PalaceStore, from: WingName, to: WingName): Promise<void> => {
  for (let moved = batch; moved === batch;) {
    moved = await store.write((transaction) => {
      const { drawers } = transaction.read.page({ wings: [from], includeArchived: true }, null, batch);
      transaction.updateDrawers(drawers.map(({ rowid }) => ({ rowid, wing: to })));
      return drawers.length;
    });
  }
};
