import { errorText, type ErrorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { messageOf } from '../../base/text/messageOf.ts';
import { textStart } from '../../base/text/textStart.ts';
import { replayPacketSchema, type ReplayPacket } from '../../palace/contract/search/searchResult.ts';

/** The longest file that can be a packet, in characters. A packet holds the texts of one pool of candidates. */
const largest = 200_000_000;
const remedy = 'Choose a file that “Save this search…” or `search --replay` wrote.';

/** Parses a saved packet. Throws E_IMPORT_FORMAT with what is wrong and where. */
export const readReplayPacket = (text: string, name: string): ReplayPacket => {
  const wrong = (text: ErrorText): PalaceError => new PalaceError('E_IMPORT_FORMAT', text, { remedy });
  if (text.length > largest) throw wrong(errorText`“${name}” is not a replay packet: it is too large.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw wrong(errorText`“${name}” is not a replay packet: it is not JSON (${messageOf(thrown)}).`);
  }
  const parsed = replayPacketSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw wrong(
    first === undefined
      ? errorText`“${name}” is not a replay packet: it has another form.`
      : first.path.length === 0
        ? errorText`“${name}” is not a replay packet: ${first.message}.`
        : errorText`“${name}” is not a replay packet: ${first.path.map(String).join('.')}: ${first.message}.`,
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
