import * as z from 'zod';
import { hookEvents, type HookEvent } from './hookEvent.ts';

/** The agents that can run the palace's hooks. */
export const hookAgentNames = ['claude', 'codex', 'cursor'] as const;
export type HookAgentName = (typeof hookAgentNames)[number];

/** How an agent calls hooks, and in which form it reads their answers. */
export interface HookAgent {
  /** As its makers call it. */
  readonly title: string;
  /** Its own names of the events that it has and that the palace can answer. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** The format of its transcripts; null if they can't be read. */
  readonly transcripts: 'claude' | 'codex' | null;
  /** Our answer, which is in Claude Code's form, in the agent's. */
  readonly printed: (event: HookEvent, stdout: string) => string;
}

const answerSchema = z.object({
  hookSpecificOutput: z.object({ additionalContext: z.string() }).optional(),
  systemMessage: z.string().optional(),
});

/** What an answer that is a document says; nothing if it is none. */
const answerOf = (stdout: string): z.infer<typeof answerSchema> => {
  try {
    return answerSchema.safeParse(JSON.parse(stdout)).data ?? {};
  } catch {
    return {};
  }
};

/** Cursor wants a document in any case. What is meant for the person stands before what is meant for the model. */
const forCursor = (event: HookEvent, stdout: string): string => {
  if (event === 'pre-compact') {
    const [, ...plan] = stdout.trimEnd().split('\n');
    return `${JSON.stringify(plan.length === 0 ? {} : { user_message: plan.join('\n') })}\n`;
  }
  const { hookSpecificOutput: context, systemMessage } = answerOf(stdout);
  const text = [systemMessage, context?.additionalContext].filter((each) => each !== undefined).join('\n');
  return `${JSON.stringify(event === 'session-start' && text !== '' ? { additional_context: text } : {})}\n`;
};

export const hookAgents: Readonly<Record<HookAgentName, HookAgent>> = {
  claude: {
    title: 'Claude Code',
    events: hookEvents,
    transcripts: 'claude',
    printed: (_, stdout) => stdout,
  },
  codex: {
    title: 'Codex',
    events: hookEvents,
    transcripts: 'codex',
    // It reads the same documents, but refuses any output that is none.
    printed: (event, stdout) => (event === 'pre-compact' ? '' : stdout),
  },
  cursor: {
    title: 'Cursor',
    // It lets no hook add to a prompt.
    events: { 'session-start': 'sessionStart', 'pre-compact': 'preCompact' },
    transcripts: null,
    printed: forCursor,
  },
};
