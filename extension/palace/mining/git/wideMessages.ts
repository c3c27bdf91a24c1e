import { mostFieldBytes, type Commit } from './commitLog.ts';
import type { GitSession } from './gitSession.ts';

/** Git ends a message at its first zero byte, which one in UTF-16 has within its first two characters. */
const mostBeforeZero = 3;

/** Reads messages in UTF-16 from the commits themselves, because git prints only their beginning. */
export const withWideMessages = async (
  session: GitSession,
  commits: readonly Commit[],
): Promise<readonly Commit[]> => {
  const complete: Commit[] = [];
  for (const commit of commits) {
    const { message, sha } = commit;
    const isBeginning = message !== '' && message.length <= mostBeforeZero && !message.endsWith('\n');
    const wide = isBeginning ? await wideMessage(session, sha) : null;
    complete.push(wide === null ? commit : { ...commit, ...wide });
  }
  return complete;
};

/** Null if the message is not in UTF-16. Of a longer one than a log's fields, the beginning is kept. */
const wideMessage = async (session: GitSession, sha: string): Promise<Pick<Commit, 'message' | 'cut'> | null> => {
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
  const bytes = written.subarray(written.indexOf('\n\n') + 2);
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isBigEndian && bytes[1] !== 0 && !(bytes[0] === 0xff && bytes[1] === 0xfe)) return null;
  const text = new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes, { stream: cut });
  return { message: text.replaceAll('\0', ''), cut };
};
