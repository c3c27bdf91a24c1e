import { movedText, takeBackCommand } from '../../contract/memory/movedText.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import { movedBatches } from './movedBatches.ts';

/** Batches among which one is looked for: it has just been moved. */
const newest = 100;

/** A line for the log on a batch that was just moved, and how it is taken back; undefined if nothing of it is moved any more. */
export const movedMessage = (
  read: Parameters<typeof movedBatches>[0],
  now: IsoTime,
  id: string,
): string | undefined => {
  const batch = movedBatches(read, now, newest).find(({ batch: other }) => other === id);
  return batch === undefined ? undefined : `Moved: ${movedText(batch)}. Undo: ${takeBackCommand(batch)}`;
};
