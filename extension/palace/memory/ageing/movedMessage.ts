import { movedText, takeBackCommand } from '../../contract/memory/movedText.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { StandingMoves } from './standingMoves.ts';

/** Batches among which one is looked for: it has just been moved. */
const newest = 100;

/** A line for the log on a batch that was just moved, and how it is taken back; undefined if nothing of it is moved any more. */
export const movedMessage = async (
  moved: Pick<StandingMoves, 'batches'>,
  now: IsoTime,
  id: string,
): Promise<string | undefined> => {
  const batch = (await moved.batches(now, newest)).find(({ batch: other }) => other === id);
  return batch === undefined ? undefined : `Moved: ${movedText(batch)}. Undo: ${takeBackCommand(batch)}`;
};
