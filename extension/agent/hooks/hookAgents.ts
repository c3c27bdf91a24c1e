import * as z from 'zod';
import { hookEvents, type HookEvent } from './hookEvent.ts';

/** The agents that can run the palace's hooks. */
export const hookAgentNames = ['claude', 'codex', 'cursor'] as const;
export type HookAgentName = (typeof hookAgentNames)[number];

/** How an agent calls hooks, and in which form it reads their answers. */
export interface HookAgent {
  /** The name that its makers give it. */
  readonly title: string;
  /** Its own names for those of its events that the palace can answer. */
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

/** The content of an answer that is a document; empty for any other answer. */
const answerOf = (stdout: string): z.infer<typeof answerSchema> => {
  try {
    return answerSchema.safeParse(JSON.parse(stdout)).data ?? {};
  } catch {
    return {};
  }
};

/** Cursor always expects a document. The person's message comes before the model's. */
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
    // It reads the same documents, but refuses any other output.
    printed: (event, stdout) => (event === 'pre-compact' ? '' : stdout),
  },
  cursor: {
    title: 'Cursor',
    // Its hooks can't add to a prompt.
    events: { 'session-start': 'sessionStart', 'pre-compact': 'preCompact' },
    transcripts: null,
    printed: forCursor,
  },
};
