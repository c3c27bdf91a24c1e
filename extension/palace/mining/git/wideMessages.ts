import { mostFieldBytes, type Commit } from './commitLog.ts';
import type { GitSession } from './gitSession.ts';
import { messageText } from './messageText.ts';

/** Git ends a message at its first zero byte, which one in UTF-16 has within its first two characters. */
const mostBeforeZero = 3;
const wideName = /^utf-?16/i;

/**
 * Reads messages in UTF-16 from the commits themselves, because git prints only their beginning. Where a commit names its encoding,
 * git may have read all of it as UTF-16, so its authors and dates are taken from there, too.
 */
export const withWideMessages = async (
  session: GitSession,
  commits: readonly Commit[],
): Promise<readonly Commit[]> => {
  const complete: Commit[] = [];
  for (const commit of commits) {
    const { message, encoding } = commit;
    const isBeginning = message !== '' && message.length <= mostBeforeZero && !message.endsWith('\n');
    const wide = isBeginning || wideName.test(encoding) ? await wideMessage(session, commit) : null;
    complete.push(wide === null ? commit : { ...commit, ...wide });
  }
  return complete;
};

/** Null if the message is not in UTF-16. Of a longer one than a log's fields, the beginning is kept. */
const wideMessage = async (session: GitSession, { sha, encoding }: Commit): Promise<Partial<Commit> | null> => {
  const pieces: Uint8Array[] = [];
  let room = mostFieldBytes;
  let cut = false;
  const refusal = await session.read(['cat-file', 'commit', sha], (bytes) => {
    if (room > 0) pieces.push(bytes.subarray(0, room));
    cut ||= bytes.length > room;
    room -= Math.min(room, bytes.length);
  });
  if (refusal !== null) return null;
  const written = Buffer.concat(pieces);
  const end = written.indexOf('\n\n');
  const bytes = written.subarray(end + 2);
  const order = orderOf(bytes, encoding);
  if (order === null) return null;
  const text = new TextDecoder(order).decode(bytes, { stream: cut });
  return {
    message: text.replaceAll('\0', ''),
    cut,
    ...(wideName.test(encoding) ? headerOf(messageText(written.subarray(0, end), false)) : {}),
  };
};

type ByteOrder = 'utf-16le' | 'utf-16be';

/** The order of a message's bytes: by its mark, its encoding's name, or where its zeros are; null if it is not in UTF-16. */
const orderOf = (bytes: Uint8Array, encoding: string): ByteOrder | null => {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (!wideName.test(encoding)) return second === 0 ? 'utf-16le' : null;
  if (/[bl]e$/i.test(encoding)) return /be$/i.test(encoding) ? 'utf-16be' : 'utf-16le';
  // Spaces and line ends have their zero first if the greater byte comes first.
  let balance = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) balance += at % 2 === 0 ? 1 : -1;
  return balance > 0 ? 'utf-16be' : 'utf-16le';
};

const headerOf = (header: string): Partial<Commit> => {
  const [, author, authorEmail, authorDate] = /^author (.*) <(.*)> (-?\d+ [+-]\d{4,10})$/m.exec(header) ?? [];
  const [, committerDate] = /^committer .*> (-?\d+ [+-]\d{4,10})$/m.exec(header) ?? [];
  return {
    ...(author === undefined ? {} : { author, authorEmail: authorEmail ?? '', authorDate: authorDate ?? '' }),
    ...(committerDate === undefined ? {} : { committerDate }),
  };
};
