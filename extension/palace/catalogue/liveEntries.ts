import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';

/** Slots checked before other work gets a turn. */
const slice = 20_000;

/** The wanted drawers that exist and are not archived, in slot order. Yields to other work in between. */
export const liveEntries = async (
  catalogue: Catalogue,
  isWanted: (entry: CatalogueEntry) => boolean,
): Promise<CatalogueEntry[]> => {
  const found: CatalogueEntry[] = [];
  for (let slot = 0; slot < catalogue.slots; slot++) {
    if (slot % slice === slice - 1) await nextTurn();
    const entry = catalogue.entry(slot);
    if (!entry.archived && catalogue.slotOfRowid(entry.rowid) === slot && isWanted(entry)) found.push(entry);
  }
  return found;
};
