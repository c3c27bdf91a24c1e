import { hookEvents, type HookEvent } from './hookEvent.ts';
import { textStart } from '../../base/text/textStart.ts';

/** What a hook prints: an answer for the agent, and a one-line warning. Its exit code is always 0. */
export interface HookAnswer {
  /** Standard output, which the agent reads; may be empty. It never holds a decision: a palace blocks nothing. */
  readonly stdout: string;
  /** Standard error; null if there is no warning. */
  readonly warning: string | null;
}

const longest = 300;

/** The text as one printable line. */
const oneLine = (text: string): string => {
  const line = text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
  return line.length <= longest ? line : `${textStart(line, longest - 1)}…`;
};

const warningOf = (problem: string): string => `Synapse Palace: ${oneLine(problem)}`;

/** Lets `/compact` continue, and says so. */
const compactionGoesOn = 'compaction OK\n';

/** What a person sees at a session's start: a problem, then what was moved, each on a line. Undefined if there is neither. */
const personsMessage = (warning: string | null, news: readonly string[]): { readonly systemMessage?: string } => {
  const lines = [...(warning === null ? [] : [warning]), ...news.map(warningOf)];
  return lines.length === 0 ? {} : { systemMessage: lines.join('\n') };
};

/**
 * An answer that adds nothing to the session, with an optional problem and what was moved. A person sees these only at the
 * session's start.
 */
export const quietAnswer = (
  event: HookEvent,
  problem: string | null = null,
  {
    isToldToPerson = true,
    news = [],
  }: { readonly isToldToPerson?: boolean; readonly news?: readonly string[] } = {},
): HookAnswer => {
  const warning = problem === null ? null : warningOf(problem);
  if (event === 'pre-compact') return { stdout: compactionGoesOn, warning };
  const message = personsMessage(isToldToPerson ? warning : null, news);
  if (event === 'session-start' && message.systemMessage !== undefined)
    return { stdout: `${JSON.stringify(message)}\n`, warning };
  return { stdout: '', warning };
};

/** The quiet answer where the palace needed longer than the event may take, in milliseconds. */
export const lateAnswer = (event: HookEvent, limit: number): HookAnswer =>
  quietAnswer(event, `the palace did not answer within ${limit / 1000} s; the session goes on without it.`);

/** Adds a text to the agent's context. A warning, and what was moved, is also shown to the person. */
export const contextAnswer = (
  event: Extract<HookEvent, 'session-start' | 'user-prompt-submit'>,
  text: string,
  problem: string | null = null,
  news: readonly string[] = [],
): HookAnswer => {
  const warning = problem === null ? null : warningOf(problem);
  const document = {
    hookSpecificOutput: { hookEventName: hookEvents[event], additionalContext: text },
    ...personsMessage(warning, news),
  };
  return { stdout: `${JSON.stringify(document)}\n`, warning };
};
