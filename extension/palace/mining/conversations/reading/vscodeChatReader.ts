import { isRecord } from '../../../../base/isRecord.ts';
import type { Conversation } from './conversation.ts';
import { exchangeBuilder, timeOf } from './exchangeBuilder.ts';
import { jsonPieces } from './jsonPieces.ts';
import { listAt, recordAt, textAt, type JsonRecord } from './jsonValue.ts';
import { mutationLog } from './mutationLog.ts';
import type { ProblemLog } from './problemLog.ts';
import type { RecordReader } from './recordReader.ts';

/**
 * Reads a VS Code chat, exported or from its storage. The answer is the Markdown among its parts, joined as it was
 * shown. A reference to a file is given by its name. Thinking, tools and edits are left out.
 */
export const readVscodeChat = async (
  chunks: AsyncIterable<Uint8Array>,
  log: ProblemLog,
): Promise<Conversation[]> => {
  const session = Object.create(null) as Record<string, unknown>;
  const requests: unknown[] = [];
  for await (const piece of jsonPieces(chunks, 'requests')) {
    if (piece.kind === 'item') requests.push(piece.value);
    else if (piece.kind === 'member') session[piece.key] = piece.value;
    else if (piece.kind === 'broken') {
      // An incomplete document is rejected, because questions may be in the missing part.
      log.add('', piece.reason);
      return [];
    }
  }
  if (requests.length === 0 && !('requests' in session) && !('sessionId' in session)) {
    log.add('', 'not_a_conversation');
    return [];
  }
  return [chatOf(session, requests, log)];
};

/** Reads a stored chat that is written as a log of changes to its state. */
export const vscodeLogReader = (log: ProblemLog): RecordReader => {
  const state = mutationLog(log);
  return {
    take: (record, where) => state.apply(record, where),
    finish() {
      const session = state.value();
      if (isRecord(session)) return [chatOf(session, listAt(session, 'requests'), log)];
      log.add('', 'no_initial_entry');
      return [];
    },
  };
};

const chatOf = (session: JsonRecord, requests: readonly unknown[], log: ProblemLog): Conversation => {
  const builder = exchangeBuilder();
  requests.forEach((request, index) => {
    if (!isRecord(request)) return log.add(`request ${index + 1}`, 'bad_content');
    const { message, response } = request;
    const at = timeOf(request['timestamp']);
    const answer = typeof response === 'string' ? response : listAt(request, 'response').map(partText).join('');
    const completed = timeOf(recordAt(request, 'modelState')['completedAt']);
    const question =
      typeof message === 'string' ? message : isRecord(message) ? (textAt(message, 'text') ?? '') : '';
    builder.exchange(question, answer, at, completed);
  });
  return {
    id: textAt(session, 'sessionId'),
    title: textAt(session, 'customTitle') ?? textAt(session, 'computedTitle'),
    startedAt: timeOf(session['creationDate']),
    cwd: null,
    gitBranch: null,
    exchanges: builder.exchanges(),
    asides: [],
  };
};

const partText = (part: unknown): string => {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return '';
  switch (part['kind']) {
    case undefined:
      return textAt(part, 'value') ?? '';
    case 'markdownContent':
    case 'markdownVuln':
      return textAt(recordAt(part, 'content'), 'value') ?? '';
    case 'inlineReference':
      return `\`${textAt(part, 'name') ?? referenceName(recordAt(part, 'inlineReference'))}\``;
    default:
      return '';
  }
};

/** The file's name, or the symbol's. */
const referenceName = (reference: JsonRecord): string => {
  const uri =
    'path' in reference
      ? reference
      : 'uri' in reference
        ? recordAt(reference, 'uri')
        : recordAt(recordAt(reference, 'location'), 'uri');
  return (
    textAt(reference, 'name') ??
    (textAt(uri, 'path') ?? textAt(uri, 'fsPath') ?? '').split(/[\\/]/).findLast((segment) => segment !== '') ??
    ''
  );
};
