import { hookEvents, type HookEvent } from './hookEvent.ts';

/** What a hook says: to the agent, and as a warning in one line. Its exit code is 0 whatever happens. */
export interface HookAnswer {
  /** For the agent's standard input; empty: nothing. Never a decision: a palace blocks nothing. */
  readonly stdout: string;
  /** For standard error; null: none. */
  readonly warning: string | null;
}

const longest = 300;

/** One line that a terminal can show. */
const oneLine = (text: string): string => {
  const line = text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
};

const warningOf = (problem: string): string => `Synapse Palace: ${oneLine(problem)}`;

/** What lets `/compact` go on, and says so. */
const compactionGoesOn = 'compaction OK\n';

/** An answer that adds nothing to the session, with what went wrong. A person is told at a session's start only, once. */
export const quietAnswer = (
  event: HookEvent,
  problem: string | null = null,
  isToldToPerson = true,
): HookAnswer => {
  const warning = problem === null ? null : warningOf(problem);
  if (event === 'pre-compact') return { stdout: compactionGoesOn, warning };
  if (event === 'session-start' && warning !== null && isToldToPerson)
    return { stdout: `${JSON.stringify({ systemMessage: warning })}\n`, warning };
  return { stdout: '', warning };
};

/** A text for the agent's context; with a warning, that is told to the person, too. */
export const contextAnswer = (
  event: Extract<HookEvent, 'session-start' | 'user-prompt-submit'>,
  text: string,
  problem: string | null = null,
): HookAnswer => {
  const warning = problem === null ? null : warningOf(problem);
  const document = {
    hookSpecificOutput: { hookEventName: hookEvents[event], additionalContext: text },
    ...(warning === null ? {} : { systemMessage: warning }),
  };
  return { stdout: `${JSON.stringify(document)}\n`, warning };
};
