import { randomUUID } from 'node:crypto';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import type { TeamState } from './teamServer.ts';

/** Keys of `meta`: this palace's ID at the team, and the highest number of a change that may have reached the team. */
const palaceKey = 'team_palace';
const sentKey = 'team_sent';

/** The palace's ID at the team; undefined if it never had one. */
export const palaceId = (read: ReadQueries): string | undefined => read.meta(palaceKey) || undefined;

const sentTo = (read: ReadQueries): number => Number(read.meta(sentKey) ?? 0);

/** Gives the palace an ID of its own at the team, and lets one that had another begin anew there: everything is offered, and pulled from the start. */
export const takeNewId = (store: PalaceStore): Promise<string> =>
  store.write((transaction) => {
    const id = randomUUID();
    if (palaceId(transaction.read) !== undefined) transaction.team.startOver();
    transaction.noteScan(palaceKey, id);
    transaction.noteScan(sentKey, '0');
    return id;
  });

/** The palace is none of the team's any more. */
export const forgetId = (store: PalaceStore): Promise<void> =>
  store.write((transaction) => transaction.noteScan(palaceKey, ''));

/** Commits that changes up to a number are on their way, before they are sent. */
export const noteSent = async (store: PalaceStore, number: number): Promise<void> => {
  if (sentTo(store.read) < number)
    await store.write((transaction) => transaction.noteScan(sentKey, String(number)));
};

/**
 * Whether this folder is an older state of the palace that the team knows, or a copy of it: the team has changes of it that it has
 * never sent. Going on under its ID, it would number new changes as old ones, and the team would skip them.
 */
export const isOlderCopy = (read: ReadQueries, { lastNumber }: Pick<TeamState, 'lastNumber'>): boolean =>
  lastNumber > sentTo(read) || lastNumber > read.team.outboxState().highest;
