import { hookEvents, type HookEvent } from './hookEvent.ts';

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
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
};

const warningOf = (problem: string): string => `Synapse Palace: ${oneLine(problem)}`;

/** Lets `/compact` continue, and says so. */
const compactionGoesOn = 'compaction OK\n';

/** An answer that adds nothing to the session, with an optional problem. A person sees the problem only at the session's start. */
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

/** Adds a text to the agent's context. A warning is also shown to the person. */
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
