import { composeDrawerId, substituteDrawerKey, keyOfDrawerId, unnamedConversation } from '../filing/drawerIds.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import type { DrawerId } from '../model/drawer/ids.ts';
import type { ReadQueries, WriteTransaction } from '../store/palaceStore.ts';

/**
 * Conversations are named after their first question; their rooms, IDs and titles then carry its words. Call it once
 * these drawers are deleted. Other drawers of such a room keep their names, even if they begin with the same words.
 */
export const unnameConversations = (transaction: WriteTransaction, erased: readonly Drawer[]): void => {
  const { read } = transaction;
  for (const first of erased) {
    const { sourceId, exchange } = first;
    if (exchange !== 0 || sourceId === null || read.sourceById(sourceId)?.kind !== 'conversation') continue;
    transaction.renameDrawers(
      read.drawersOfSource(sourceId).flatMap((drawer) => {
        const room = isNamedRoom(drawer, first) ? unnamedConversation : drawer.room;
        const to = isNamedId(drawer, first) ? unnamedId(read, drawer) : drawer.id;
        return room === drawer.room && to === drawer.id
          ? []
          : [{ rowid: drawer.rowid, from: drawer.id, to, room }];
      }),
    );
    for (const { id } of read.drawersOfSource(sourceId)) transaction.putProperties(id, { title: '' });
  }
};

/** The first question's drawer may have been put into another room by hand; its ID still has the first one. */
const isNamedRoom = ({ wing, room }: Drawer, first: Drawer): boolean =>
  room === first.room || composeDrawerId(wing, room, keyOfDrawerId(first.id)) === first.id;

const isNamedId = ({ id }: Drawer, first: Drawer): boolean => {
  const key = keyOfDrawerId(id);
  return [composeDrawerId(first.wing, first.room, key), startOfId(first.id) + key].includes(id);
};

const startOfId = (id: DrawerId): string => id.slice(0, id.length - keyOfDrawerId(id).length);

/** With the same key, by which the conversation finds it when it is read again, unless that ID is taken. */
const unnamedId = (read: ReadQueries, { id, wing, contentHash }: Drawer): DrawerId => {
  let to = composeDrawerId(wing, unnamedConversation, keyOfDrawerId(id));
  for (let ordinal = 0; to !== id && read.drawerById(to) !== undefined; ordinal++)
    to = composeDrawerId(wing, unnamedConversation, substituteDrawerKey(id, contentHash, ordinal));
  return to;
};
