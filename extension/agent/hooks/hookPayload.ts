import path from 'node:path';
import * as z from 'zod';
import { hookEvents, type HookEvent } from './hookEvent.ts';

// What is there in another form than expected counts as not there: a hook does what it can with the rest.
const text = z.string().min(1).optional().catch(undefined);
const count = z.number().min(0).optional().catch(undefined);

/** What an agent tells a hook on standard input, as far as it is looked at. Every field may be missing. */
export const hookPayloadSchema = z.object({
  session_id: text,
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** There inside a sub-agent only. */
  agent_id: text,
  prompt: text,
  /** Tokens of the context in use. */
  context_tokens: count,
  /** Stop: the agent goes on because a Stop hook made it. */
  stop_hook_active: z.boolean().optional().catch(undefined),
});
export type HookPayload = z.infer<typeof hookPayloadSchema>;

/** The payload in a text; an empty one where the text holds no JSON object. */
export const parseHookPayload = (json: string): HookPayload => {
  try {
    return hookPayloadSchema.safeParse(JSON.parse(json)).data ?? {};
  } catch {
    return {};
  }
};

/** Whether the hook of `event` has something to do for it: not for another event, nor inside a sub-agent. */
export const concerns = (event: HookEvent, { hook_event_name: name, agent_id: helper }: HookPayload): boolean =>
  (name === undefined || name === hookEvents[event]) && helper === undefined;

/**
 * The folder that the session is about: the agent's project, else the folder it is in, else that of this process. Null where
 * the agent names one that is none here (of another machine, say): what is around this process is then not what was meant.
 */
export const sessionFolder = ({ cwd }: HookPayload, env: NodeJS.ProcessEnv, here: string): string | null => {
  const named = env['CLAUDE_PROJECT_DIR'] ?? cwd;
  if (named === undefined || named === '') return here;
  return path.isAbsolute(named) ? named : null;
};
