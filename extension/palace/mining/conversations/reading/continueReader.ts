import { fileURLToPath } from 'node:url';
import { isRecord } from '../../../../base/isRecord.ts';
import type { Conversation } from './conversation.ts';
import { exchangeBuilder, type ExchangeBuilder } from './exchangeBuilder.ts';
import { jsonPieces } from './jsonPieces.ts';
import { textAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';
import { textOfBlocks } from './textBlocks.ts';

/** The title of a session that nobody named. */
const noTitle = 'New Session';

/** Reads a session of Continue. It has no times. Thinking, tools and the context that was attached are left out. */
export const readContinue = async (
  chunks: AsyncIterable<Uint8Array>,
  log: ProblemLog,
): Promise<Conversation[]> => {
  const session = Object.create(null) as Record<string, unknown>;
  const builder = exchangeBuilder();
  let number = 0;
  for await (const piece of jsonPieces(chunks, 'history')) {
    if (piece.kind === 'member') session[piece.key] = piece.value;
    else if (piece.kind === 'item') takeMessage(builder, piece.value, `message ${++number}`, log);
    else if (piece.kind === 'broken') log.add('', piece.reason);
    else {
      log.add('', 'not_a_conversation');
      return [];
    }
  }
  if (number === 0 && textAt(session, 'sessionId') === null) {
    if (log.problems.length === 0) log.add('', 'not_a_conversation');
    return [];
  }
  const title = textAt(session, 'title');
  return [
    {
      id: textAt(session, 'sessionId'),
      title: title === noTitle ? null : title,
      startedAt: null,
      cwd: folderOf(session),
      gitBranch: null,
      exchanges: builder.exchanges(),
      asides: [],
    },
  ];
};

const takeMessage = (builder: ExchangeBuilder, item: unknown, where: string, log: ProblemLog): void => {
  const message = isRecord(item) ? item['message'] : null;
  if (!isRecord(message)) return log.add(where, 'no_message');
  const text = textOfBlocks(message['content']);
  if (message['role'] === 'user') builder.user(text, null);
  else if (message['role'] === 'assistant') builder.assistant(text, null);
};

/** The folder as a path. Newer versions write it as a URI. */
const folderOf = (session: JsonRecord): string | null => {
  const folder = textAt(session, 'workspaceDirectory');
  if (folder?.startsWith('file:') !== true) return folder;
  try {
    return fileURLToPath(folder);
  } catch {
    return null;
  }
};
