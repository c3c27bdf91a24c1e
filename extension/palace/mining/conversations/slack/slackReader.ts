import { isRecord } from '../../../../base/isRecord.ts';
import type { IsoTime } from '../../../model/drawer/ids.ts';
import type { Conversation } from '../reading/conversation.ts';
import { exchangeBuilder, timeOf } from '../reading/exchangeBuilder.ts';
import { recordAt, textAt, type JsonRecord } from '../reading/jsonValue.ts';
import type { ProblemLog } from '../reading/problemLog.ts';
import type { SlackChannel, SlackDirectory } from './slackExport.ts';
import { slackText } from './slackText.ts';

/** A message by a person or an app, with their name before it. */
interface SlackMessage {
  /** Seconds since the epoch; unique in its channel. */
  readonly ts: string;
  readonly seconds: number;
  readonly at: IsoTime;
  /** The `ts` of the message that its thread began with; null outside of threads. */
  readonly thread: string | null;
  readonly text: string;
}

/** Messages without a thread that follow each other within this time belong together. */
const pauseSeconds = 15 * 60;

/** Subtypes of messages that somebody wrote; the others are notices. A plain message has no subtype. */
const written = new Set([
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
  'reminder_add',
]);

/** Collects a channel's messages, and gives its conversations. */
interface SlackReader {
  /** `where` is the day's file and the message's number, as shown to a person. */
  take(message: unknown, where: string): void;
  conversations(): Conversation[];
}

/**
 * Each day of a channel, in UTC, is a conversation. A thread is one exchange of the day on which it began: its
 * first message, with all replies as the answer, whenever they came. Messages without a thread that follow each
 * other are one exchange, too.
 */
export const slackReader = (channel: SlackChannel, directory: SlackDirectory, log: ProblemLog): SlackReader => {
  const messages = new Map<string, SlackMessage>();
  return {
    take(value, where) {
      if (!isRecord(value)) return log.add(where, 'not_a_record');
      const message = messageOf(value, directory, where, log);
      // A reply that is also shown in the channel may be there twice.
      if (message !== null && !messages.has(message.ts)) messages.set(message.ts, message);
    },
    conversations: () => {
      const inOrder = [...messages.values()].sort((a, b) => a.seconds - b.seconds);
      const days = new Map<string, SlackMessage[][]>();
      for (const talk of talksOf(inOrder)) {
        const day = talk[0]?.at.slice(0, 10) ?? '';
        const talks = days.get(day);
        if (talks === undefined) days.set(day, [talk]);
        else talks.push(talk);
      }
      return [...days].map(([day, talks]) => conversationOf(channel, day, talks));
    },
  };
};

const messageOf = (
  value: JsonRecord,
  directory: SlackDirectory,
  where: string,
  log: ProblemLog,
): SlackMessage | null => {
  const { ts, type, subtype } = value;
  if (type !== 'message') return (log.add(where, 'unknown_type'), null);
  if (typeof subtype === 'string' && !written.has(subtype)) return null;
  const seconds = typeof ts === 'string' && /^\d{1,12}(?:\.\d{1,9})?$/.test(ts) ? Number(ts) : NaN;
  const at = timeOf(Math.round(seconds * 1000));
  if (typeof ts !== 'string' || at === null || typeof value['text'] !== 'string')
    return (log.add(where, 'bad_content'), null);
  const text = slackText(value['text'], directory);
  return text.trim() === ''
    ? null
    : { ts, seconds, at, thread: textAt(value, 'thread_ts'), text: `${speakerOf(value, directory)}: ${text}` };
};

const speakerOf = (message: JsonRecord, { people }: SlackDirectory): string => {
  const id = textAt(message, 'user');
  const profile = recordAt(message, 'user_profile');
  return (
    (id === null ? null : people.get(id)) ??
    textAt(profile, 'display_name') ??
    textAt(profile, 'real_name') ??
    textAt(message, 'username') ??
    id ??
    textAt(message, 'bot_id') ??
    'Slack'
  );
};

/** Threads, and runs of messages without one, by their first message. */
const talksOf = (inOrder: readonly SlackMessage[]): SlackMessage[][] => {
  const talks: SlackMessage[][] = [];
  const threads = new Map<string, SlackMessage[]>();
  let loose: SlackMessage[] = [];
  for (const message of inOrder) {
    if (message.thread !== null) {
      const thread = threads.get(message.thread);
      if (thread !== undefined) {
        thread.push(message);
        continue;
      }
      threads.set(message.thread, [message]);
      talks.push(threads.get(message.thread) ?? []);
      continue;
    }
    const last = loose.at(-1);
    const isNew =
      last === undefined ||
      message.seconds - last.seconds > pauseSeconds ||
      message.at.slice(0, 10) !== last.at.slice(0, 10);
    if (isNew) talks.push((loose = []));
    loose.push(message);
  }
  return talks;
};

const conversationOf = (channel: SlackChannel, day: string, talks: readonly SlackMessage[][]): Conversation => {
  const builder = exchangeBuilder();
  for (const [first, ...replies] of talks) {
    if (first === undefined) continue;
    const isReply = first.thread !== null && first.thread !== first.ts;
    // The message that the thread began with is not in the export.
    const opening = isReply ? '' : first.text;
    const rest = isReply ? [first, ...replies] : replies;
    builder.exchange(opening, rest.map(({ text }) => text).join('\n\n'), first.at, rest.at(-1)?.at ?? null);
  }
  const exchanges = builder.exchanges();
  return {
    id: `${channel.id}/${day}`,
    title: channel.title,
    startedAt: exchanges[0]?.at ?? null,
    cwd: null,
    gitBranch: null,
    exchanges,
    asides: [],
  };
};
