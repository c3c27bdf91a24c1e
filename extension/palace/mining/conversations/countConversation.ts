import { keyOfDrawerId } from '../../filing/drawerIds.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { planConversation, type FiledConversation } from './conversationDrawers.ts';
import type { ConversationTally } from './exchangeWrite.ts';

/**
 * What filing the conversation would count. `counted` has the hash of every drawer that was counted as added before, by its key, so
 * that a copy among the files is counted once.
 */
export const countConversation = (
  read: ReadQueries,
  conversation: FiledConversation,
  counted: Map<string, string>,
): ConversationTally => {
  const plan = planConversation(read, conversation);
  let added = 0;
  let duplicates = plan.reduce((sum, { tally }) => sum + tally.duplicates, 0);
  for (const { drawer, substitute } of plan.flatMap(({ inserts }) => inserts)) {
    if (read.isErased(drawer.contentHash)) continue;
    const keys = [keyOfDrawerId(drawer.id), keyOfDrawerId(substitute)];
    if (
      keys.some((key) => counted.get(key) === drawer.contentHash) ||
      read.drawerById(drawer.id)?.contentHash === drawer.contentHash
    ) {
      duplicates += 1;
      continue;
    }
    added += 1;
    const free = keys.find((key) => !counted.has(key));
    if (free !== undefined) counted.set(free, drawer.contentHash);
  }
  return { added, duplicates, updated: plan.reduce((sum, { tally }) => sum + tally.updated, 0) };
};
