import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import type { CommittedChange } from '../store/palaceStore.ts';

/**
 * Rowids of the drawers whose documents contain words of drawers that this change moves or removes: next turns, and
 * the later parts of notes. The catalogue is as it was before the change.
 */
export const besideLeft = (
  catalogue: Catalogue,
  { deleted, updated }: Pick<CommittedChange, 'deleted' | 'updated'>,
): number[] => {
  const leaving = [
    ...deleted,
    ...updated.filter((drawer) => isMoved(catalogue, drawer)).map(({ rowid }) => rowid),
  ];
  const places = new Set<string>();
  const sources = new Set<number>();
  for (const rowid of leaving) {
    const slot = catalogue.slotOfRowid(rowid);
    if (slot === undefined) continue;
    const { type, sourceNumber, chunkIndex } = catalogue.entry(slot);
    const isFirstPart = isNoteType(type) && chunkIndex === 0;
    if (type !== 'conversation' && !isFirstPart) continue;
    sources.add(sourceNumber);
    places.add(isFirstPart ? String(sourceNumber) : `${sourceNumber}#${chunkIndex + 1}`);
  }
  return catalogue.slotsOfSources(sources).flatMap((slot) => {
    const { rowid, type, sourceNumber, chunkIndex } = catalogue.entry(slot);
    const isPart = isNoteType(type) && places.has(String(sourceNumber));
    return isPart || places.has(`${sourceNumber}#${chunkIndex}`) ? [rowid] : [];
  });
};

/** Whether the drawer now has another position in its source. */
const isMoved = (catalogue: Catalogue, { rowid, chunkIndex }: Drawer): boolean => {
  const slot = catalogue.slotOfRowid(rowid);
  return slot !== undefined && catalogue.entry(slot).chunkIndex !== chunkIndex;
};
