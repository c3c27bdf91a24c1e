import path from 'node:path';
import * as z from 'zod';
import type { HookAgent } from './hookAgents.ts';
import type { HookEvent } from './hookEvent.ts';

// A field of an unexpected form counts as missing: a hook does what it can with the rest.
const text = z.string().min(1).optional().catch(undefined);
const count = z.number().min(0).optional().catch(undefined);

/** The fields used of what an agent sends a hook on standard input. Every field may be missing. */
const hookPayloadSchema = z.object({
  session_id: text,
  /** Cursor's name of the session. */
  conversation_id: text,
  /** Cursor: the folders that are open. */
  workspace_roots: z.array(z.string()).optional().catch(undefined),
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** Set only inside a sub-agent. */
  agent_id: text,
  prompt: text,
  /** Tokens of the context in use. */
  context_tokens: count,
  /** Tokens that the context can hold. */
  context_window_size: z.number().positive().optional().catch(undefined),
  /** Stop event: the agent is still running because a Stop hook made it continue. */
  stop_hook_active: z.boolean().optional().catch(undefined),
});
export type HookPayload = z.infer<typeof hookPayloadSchema>;

/** The payload in a text; empty if the text is not a JSON object. */
export const parseHookPayload = (json: string): HookPayload => {
  try {
    const payload = hookPayloadSchema.safeParse(JSON.parse(json)).data ?? {};
    const session = payload.session_id ?? payload.conversation_id;
    return session === undefined ? payload : { ...payload, session_id: session };
  } catch {
    return {};
  }
};

/** Whether a payload concerns the hook of `event`: not if it names another event or comes from a sub-agent. */
export const concerns = (
  agent: HookAgent,
  event: HookEvent,
  { hook_event_name: name, agent_id: helper }: HookPayload,
): boolean => (name === undefined || name === agent.events[event]) && helper === undefined;

/**
 * The folder that the session is about: the agent's project, else its current folder, else this process's folder. Null if the
 * agent names a path that is not absolute here, for instance one from another machine. This process's folder would then be the
 * wrong one.
 */
export const sessionFolder = (
  { cwd, workspace_roots: roots }: HookPayload,
  env: NodeJS.ProcessEnv,
  here: string,
): string | null => {
  const named = env['CLAUDE_PROJECT_DIR'] || (cwd ?? roots?.[0]);
  if (named === undefined || named === '') return here;
  return path.isAbsolute(named) ? named : null;
};
