import { isRecord } from '../../../../base/isRecord.ts';
import type { IsoTime } from '../../../model/drawer/ids.ts';
import type { Conversation } from './conversation.ts';
import { exchangeBuilder, timeOf } from './exchangeBuilder.ts';
import { htmlText } from '../../../filing/documents/htmlText.ts';
import { jsonPieces } from './jsonPieces.ts';
import { listAt, textAt, type JsonRecord } from './jsonValue.ts';
import type { ProblemLog } from './problemLog.ts';

interface Turn {
  readonly at: IsoTime;
  readonly question: string;
  readonly answer: string;
}

/**
 * Reads the activity of Gemini Apps from Google Takeout. The file does not say which turns belong together, so the
 * turns of a day, in UTC, are one conversation.
 */
export const readGemini = async (chunks: AsyncIterable<Uint8Array>, log: ProblemLog): Promise<Conversation[]> => {
  const days = new Map<string, Turn[]>();
  let number = 0;
  for await (const piece of jsonPieces(chunks, '')) {
    if (piece.kind === 'broken') log.add('', piece.reason);
    else if (piece.kind !== 'element') {
      log.add('', 'not_a_conversation');
      return [];
    } else {
      const turn = turnOf(piece.value, `entry ${++number}`, log);
      if (turn === null) continue;
      const day = turn.at.slice(0, 10);
      const turns = days.get(day);
      if (turns === undefined) days.set(day, [turn]);
      else turns.push(turn);
    }
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, turns]) => conversationOf(day, turns));
};

const conversationOf = (day: string, turns: readonly Turn[]): Conversation => {
  const builder = exchangeBuilder();
  // The file begins with the newest.
  for (const { at, question, answer } of [...turns].reverse().sort((a, b) => (a.at < b.at ? -1 : 1)))
    builder.exchange(question, answer, at, null);
  const exchanges = builder.exchanges();
  return {
    id: day,
    title: `Gemini ${day}`,
    startedAt: exchanges[0]?.at ?? null,
    cwd: null,
    gitBranch: null,
    exchanges,
    asides: [],
  };
};

/** Null for an entry that is not a turn. */
const turnOf = (entry: unknown, where: string, log: ProblemLog): Turn | null => {
  if (!isRecord(entry)) return (log.add(where, 'not_a_record'), null);
  if (!isOfGemini(entry)) return (log.add(where, 'unknown_type'), null);
  const answer = listAt(entry, 'safeHtmlItem')
    .map((item) => (isRecord(item) ? htmlText(textAt(item, 'html') ?? '') : ''))
    .filter((text) => text !== '')
    .join('\n\n');
  const title = entry['title'];
  if (typeof title !== 'string') return (log.add(where, 'bad_content'), null);
  const question = questionOf(title, answer !== '');
  if (question === null) return null;
  const at = timeOf(entry['time']);
  return at === null ? (log.add(where, 'bad_content'), null) : { at, question, answer };
};

/** Names that the product has or had; the rest of the name varies with the language. */
const isOfGemini = (entry: JsonRecord): boolean =>
  [entry['header'], ...listAt(entry, 'products')].some(
    (name) => typeof name === 'string' && /gemini|bard/i.test(name),
  );

/** Labels before the typed words. In other languages they are kept. */
const spoken = /^(?:Prompted with: |Asked (?:Gemini|Bard): |Eingegebener Prompt: |(?:Prompted|Asked|Said) )/;
/** Activity that is not a turn: files made, features used, answers rated. */
const notSpoken = /^(?:Created|Used|Added|Gave|Selected|Shared|Deleted|Viewed|Edited|Pinned|Renamed|Exported) /;

const questionOf = (title: string, isAnswered: boolean): string | null => {
  const prefix = spoken.exec(title)?.[0];
  if (prefix !== undefined) return title.slice(prefix.length);
  return isAnswered && !notSpoken.test(title) ? title : null;
};
