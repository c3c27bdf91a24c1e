import { asReason, errorText, type ErrorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { parseJsonAs } from '../../palace/model/errors/parseJsonAs.ts';
import { textStart } from '../../base/text/textStart.ts';
import { replayPacketSchema, type ReplayPacket } from '../../palace/contract/search/searchResult.ts';

/** The longest file that can be a packet, in characters. A packet holds the texts of one pool of candidates. */
const largest = 200_000_000;
const remedy = 'Choose a file that “Save this search…” or `search --replay` wrote.';

/** Parses a saved packet. Throws E_IMPORT_FORMAT with what is wrong and where. */
export const readReplayPacket = (text: string, name: string): ReplayPacket => {
  const wrong = (text: ErrorText): PalaceError => new PalaceError('E_IMPORT_FORMAT', text, { remedy });
  if (text.length > largest) throw wrong(errorText`“${name}” is not a replay packet: it is too large.`);
  return parseJsonAs(text, replayPacketSchema, (problem) =>
    wrong(errorText`“${name}” is not a replay packet: ${asReason(problem)}.`),
  );
};

/** A file name for a packet of a query: letters and digits of the query, then the day. */
export const packetFileName = (query: string, recordedAt: string): string => {
  const words =
    query
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'search';
  return `${textStart(words, 40)}-${recordedAt.slice(0, 10)}.replay.json`;
};
