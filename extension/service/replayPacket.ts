import { searchResultSchema, type SearchResult } from '../palace/contract/searchResult.ts';
import { replay } from '../palace/retrieval/replay/replay.ts';

/** Computes a recorded search again in this process, without any palace, in the form that a palace's own answer has. Throws E_REPLAY. */
export const replayPacket = (packet: unknown): SearchResult => searchResultSchema.parse(replay(packet));
