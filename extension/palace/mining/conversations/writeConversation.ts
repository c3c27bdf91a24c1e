import type { PalaceStore, WriteTransaction } from '../../store/palaceStore.ts';
import type { SourceRecord } from '../../model/source/source.ts';
import { rebuildClosets } from '../../filing/closets/fileClosets.ts';
import { STALE_VERSION } from '../../filing/normalizeVersion.ts';
import { planConversation, type FiledConversation } from './conversationDrawers.ts';
import { writeExchanges, type ConversationTally } from './exchangeWrite.ts';

/** Most drawers that a transaction writes, unless a single exchange has more. */
export const drawersPerSlice = 64;

/**
 * Brings a conversation up to date. A conversation of up to 64 changed drawers is one transaction. A longer one is
 * written in slices of complete exchanges, and each slice is written completely or not at all. The source counts as
 * read only after the last slice, so the next import completes an interrupted one.
 */
export const writeConversation = async (
  store: PalaceStore,
  source: SourceRecord,
  conversation: FiledConversation,
  mayGoOn: () => void,
): Promise<ConversationTally> => {
  const first = await store.write((transaction) => {
    const plan = planConversation(transaction.read, conversation);
    const slices = slicesOf(plan);
    const standing = transaction.read.sourceById(source.id);
    // A copy that is older, or without new exchanges, does not replace the file that was read first: that one would count as new
    // when it is imported again, and its wordings would replace those that it was completed with.
    const isAdditional = !conversation.isLatest || plan.every(({ inserts }) => inserts.length === 0);
    const named = standing !== undefined && standing.path !== source.path && isAdditional ? standing : source;
    return {
      named,
      rest: slices.slice(1),
      tally: writeSlice(transaction, named, slices[0] ?? [], slices.length <= 1),
    };
  });
  const tallies = [first.tally];
  for (const [index, slice] of first.rest.entries()) {
    mayGoOn();
    tallies.push(
      await store.write((transaction) =>
        writeSlice(transaction, first.named, slice, index === first.rest.length - 1),
      ),
    );
  }
  return tallies.reduce((sum, tally) => ({
    added: sum.added + tally.added,
    duplicates: sum.duplicates + tally.duplicates,
    updated: sum.updated + tally.updated,
  }));
};

type Writes = ReturnType<typeof planConversation>;

const writeSlice = (
  transaction: WriteTransaction,
  source: SourceRecord,
  writes: Writes,
  isLast: boolean,
): ConversationTally => {
  transaction.putSource(isLast ? source : { ...source, normalizeVersion: STALE_VERSION });
  const tally = writeExchanges(transaction, writes);
  if (isLast) rebuildClosets(transaction, source.id);
  return tally;
};

const slicesOf = (writes: Writes): Writes[] => {
  const slices: Writes[] = [];
  let size = Infinity;
  for (const write of writes) {
    const weight = write.inserts.length + write.patches.length + write.renewed.length + write.deleted.length;
    if (size + weight > drawersPerSlice && size > 0) {
      slices.push([]);
      size = 0;
    }
    slices.at(-1)?.push(write);
    size += weight;
  }
  return slices;
};
