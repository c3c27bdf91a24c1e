import { searchResultSchema, type SearchResult } from '../palace/contract/search/searchResult.ts';
import { replay } from '../palace/retrieval/replay/replay.ts';

/** Replays a recorded search in this process, without a palace. The result has the form of a palace's own answer. Throws E_REPLAY. */
export const replayPacket = (packet: unknown): SearchResult => searchResultSchema.parse(replay(packet));
