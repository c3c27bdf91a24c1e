import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DrawerId } from '../model/drawer/ids.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { ReachedDrawer } from './erasureReach.ts';

/** Looking for quotations reads every text once per text that is looked for. */
const mostLookedFor = 20;
/** A shorter text is found in others by chance. */
const shortestQuoted = 16;
/** Drawers that are looked at before other work gets a turn. */
const page = 250;

/**
 * Other drawers whose text contains one of these drawers' texts; null if these are too many to look for. Throws E_CANCELLED.
 */
export const quotations = async (
  read: Pick<ReadQueries, 'drawersQuoting'>,
  drawers: readonly ReachedDrawer[],
  signal?: AbortSignal,
): Promise<DrawerId[] | null> => {
  const reached = new Set(drawers.map(({ drawer }) => drawer.id));
  const texts = [...new Set(drawers.map(({ drawer: { text } }) => text.trim()))].filter(
    (text) => text.length >= shortestQuoted,
  );
  if (texts.length === 0) return [];
  if (texts.length > mostLookedFor) return null;
  const found: DrawerId[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { ids, last } = read.drawersQuoting(texts, after, page);
    found.push(...ids.filter((id) => !reached.has(id)));
    after = last;
    await nextTurn();
    stopIfAborted(signal, 'The check of what an erasure would reach was cancelled.');
  }
  return found;
};
