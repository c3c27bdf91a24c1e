import type { Readable } from 'node:stream';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import { lateAnswer, quietAnswer, type HookAnswer } from './hookAnswer.ts';
import { hookAgents, type HookAgent } from './hookAgents.ts';
import type { HookEvent } from './hookEvent.ts';
import { concerns, parseHookPayload, sessionFolder, type HookPayload } from './hookPayload.ts';
import { readHookInput } from './readHookInput.ts';
import { hasPalace } from '../../service/palaceLocation.ts';

/** What a hook works with: the payload, an open palace, and a signal that asks it to stop. */
interface HookWork {
  readonly agent: HookAgent;
  readonly payload: HookPayload;
  readonly connection: PalaceConnection;
  /** Absolute path of the palace's workspace. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

/** The hook of one event. `isWanted` is checked before a palace is opened. */
export interface Hook {
  readonly event: HookEvent;
  readonly isWanted?: (payload: HookPayload) => boolean;
  readonly run: (work: HookWork) => Promise<HookAnswer>;
}

/** The environment that a hook runs in. */
export interface HookSurroundings {
  /** Absent: Claude Code. */
  readonly agent?: HookAgent;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  /** The palace's place for a folder; the palace may not exist. */
  readonly place: (folder: string) => { readonly workspace: string; readonly folder: string };
  readonly open: (place: { readonly workspace: string; readonly folder: string }) => Promise<PalaceConnection>;
  /** Called once. */
  readonly answer: (answer: HookAnswer) => void;
  /** Ends the process and any work still running in it. Called once. */
  readonly exit: () => void;
  /** Milliseconds since the process began. */
  readonly elapsed: () => number;
}

/**
 * Milliseconds after the process started: when a hook's work is asked to stop, and when the process ends even if its worker, the
 * palace's lock or the disk hangs. Agents are configured to wait 5 s.
 */
export const hookLimits = { work: 3_200, process: 4_000 } as const;

/**
 * Runs one hook: reads the agent's input, answers once, and ends the process in time. Any failure becomes a warning. A folder
 * without a palace does not get one.
 */
export const runHook = async (
  { event, isWanted, run }: Hook,
  { agent = hookAgents.claude, stdin, env, folder, place, open, answer, exit, elapsed }: HookSurroundings,
  limits: { readonly work: number; readonly process: number } = hookLimits,
): Promise<void> => {
  let isAnswered = false;
  let isOver = false;
  const say = (what: HookAnswer): void => {
    if (isAnswered) return;
    isAnswered = true;
    answer(what);
  };
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    clearTimeout(soft);
    exit();
  };
  const abort = new AbortController();
  const soft = setTimeout(() => abort.abort(), Math.max(0, limits.work - elapsed()));
  const deadline = setTimeout(
    () => {
      say(lateAnswer(event, limits.process));
      end();
    },
    Math.max(0, limits.process - elapsed()),
  );

  let connection: PalaceConnection | undefined;
  try {
    const payload = parseHookPayload(await readHookInput(stdin));
    if (!concerns(agent, event, payload) || isWanted?.(payload) === false) return say(quietAnswer(event));
    const around = sessionFolder(payload, env, folder);
    if (around === null)
      return say(
        quietAnswer(event, 'the agent names a folder that does not exist on this machine; nothing was done.', {
          isToldToPerson: false,
        }),
      );
    const found = place(around);
    if (!hasPalace(found.folder))
      return say(
        quietAnswer(event, `${found.workspace} has no palace yet; nothing was done.`, { isToldToPerson: false }),
      );
    connection = await open(found);
    say(await run({ agent, payload, connection, workspace: found.workspace, signal: abort.signal }));
  } catch (thrown) {
    const isLate = abort.signal.aborted && PalaceError.from(thrown).code === 'E_CANCELLED';
    say(isLate ? lateAnswer(event, limits.work) : quietAnswer(event, problemText(thrown)));
  } finally {
    await connection?.close().catch(() => undefined);
    end();
  }
};

/** What went wrong, and what to do about it. */
export const problemText = (thrown: unknown): string => {
  const { code, message, remedy } = PalaceError.from(thrown);
  return `${message.replace(/(?<![.\s])[.\s]*$/, '.')} ${remedy} (${code})`;
};
