import { isoTime, type IsoTime, type WingName } from '../../model/drawer/ids.ts';
import type { SourceRecord } from '../../model/source/source.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { ConversationFormat } from '../../contract/filing/conversationSchemas.ts';
import { composeSourceId, unnamedConversation } from '../../filing/drawerIds.ts';
import { damagedVersion, sourceVersion, type MiningLimits } from '../../filing/miningLimits.ts';
import type { FiledConversation } from './conversationDrawers.ts';
import { conversationTitle, roomOfConversation } from './conversationPlace.ts';
import { fileExchanges } from './exchangeDrawers.ts';
import type { Conversation } from './reading/conversation.ts';

/** Where a conversation was read from, and where it is filed. */
export interface ConversationOrigin {
  readonly read: ReadQueries;
  readonly format: ConversationFormat;
  /** Its file's path as a source. */
  readonly path: string;
  readonly state: Pick<SourceRecord, 'size' | 'mtimeMs' | 'hash'>;
  /** Whether something of the file can't be read. */
  readonly isDamaged: boolean;
  readonly wing: WingName;
  readonly limits: MiningLimits;
  readonly now: IsoTime;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
}

/** A conversation as it will be filed, with its source. It is identified by its program's own ID if it has one. */
export const filedConversation = async (
  conversation: Conversation,
  { read, format, path, state, isDamaged, wing, limits, now, pause }: ConversationOrigin,
): Promise<{ readonly source: SourceRecord; readonly filed: FiledConversation }> => {
  const identity = conversation.id === null ? path : `${format}\0${conversation.id}`;
  const sourceId = composeSourceId('conversation', identity);
  const standing = read.sourceById(sourceId);
  const fallback = conversation.startedAt ?? isoTime(Math.min(state.mtimeMs, Date.parse(now)));
  const exchanges = await fileExchanges(conversation, {
    sourceKey: identity,
    fallback,
    chunkTarget: limits.chunk_target,
    pause,
    erased: read.erasedFrom(sourceId),
  });
  const [first] = exchanges;
  // It is named after its first question.
  const isUnnamed =
    first?.hasErased === true || first?.pieces.some((piece) => read.isErased(piece.contentHash)) === true;
  return {
    source: {
      id: sourceId,
      kind: 'conversation',
      normalizeVersion: isDamaged ? damagedVersion(limits) : sourceVersion(limits),
      minedAt: now,
      path,
      ...state,
    },
    filed: {
      sourceId,
      wing,
      room: isUnnamed ? unnamedConversation : roomOfConversation(conversation),
      properties: {
        conversation: conversation.id ?? path,
        format,
        title: isUnnamed ? '' : conversationTitle(conversation),
      },
      exchanges,
      isLatest: standing === undefined || standing.path === path || state.mtimeMs > standing.mtimeMs,
      now,
    },
  };
};
