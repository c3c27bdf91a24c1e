import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { PalaceError } from '../../palace/model/palaceError.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import { quietAnswer, type HookAnswer } from './hookAnswer.ts';
import type { HookEvent } from './hookEvent.ts';
import { concerns, parseHookPayload, sessionFolder, type HookPayload } from './hookPayload.ts';
import { readHookInput } from './readHookInput.ts';

/** What a hook works with: an open palace, and a signal that asks it to come to an end. */
export interface HookWork {
  readonly payload: HookPayload;
  readonly connection: PalaceConnection;
  /** Absolute: the workspace that the palace is of. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

/** One event's part. `isWanted` is asked before a palace is opened. */
export interface Hook {
  readonly event: HookEvent;
  readonly isWanted?: (payload: HookPayload) => boolean;
  readonly run: (work: HookWork) => Promise<HookAnswer>;
}

/** Where a hook runs. */
export interface HookSurroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  /** The palace of a folder, which need not be there. */
  readonly place: (folder: string) => { readonly workspace: string; readonly folder: string };
  readonly open: (place: { readonly workspace: string; readonly folder: string }) => Promise<PalaceConnection>;
  /** Called once. */
  readonly answer: (answer: HookAnswer) => void;
  /** Ends the process, with what may still run in it. Called once. */
  readonly exit: () => void;
  /** Milliseconds since the process began. */
  readonly elapsed: () => number;
}

/**
 * Milliseconds after the process began: when a hook's work is asked to end, and when the process ends, whatever its worker,
 * the palace's lock or the disk do. Agents are told to wait for 5 s.
 */
export const hookLimits = { work: 3_200, process: 4_000 } as const;

/**
 * Runs one hook to its end: reads what the agent says, answers once, and ends the process in time. What goes wrong becomes a
 * warning; a folder without a palace is left without one.
 */
export const runHook = async (
  { event, isWanted, run }: Hook,
  { stdin, env, folder, place, open, answer, exit, elapsed }: HookSurroundings,
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
      say(
        quietAnswer(
          event,
          `the palace did not answer within ${limits.process / 1000} s; the session goes on without it.`,
        ),
      );
      end();
    },
    Math.max(0, limits.process - elapsed()),
  );

  let connection: PalaceConnection | undefined;
  try {
    const payload = parseHookPayload(await readHookInput(stdin));
    if (!concerns(event, payload) || isWanted?.(payload) === false) return say(quietAnswer(event));
    const around = sessionFolder(payload, env, folder);
    if (around === null)
      return say(
        quietAnswer(event, 'the agent names a folder that is none on this machine; nothing was done.', false),
      );
    const found = place(around);
    if (!existsSync(path.join(found.folder, 'palace.sqlite')))
      return say(quietAnswer(event, `${found.workspace} has no palace yet; nothing was done.`, false));
    connection = await open(found);
    say(await run({ payload, connection, workspace: found.workspace, signal: abort.signal }));
  } catch (thrown) {
    say(quietAnswer(event, problemText(thrown)));
  } finally {
    await connection?.close().catch(() => undefined);
    end();
  }
};

/** What went wrong, and what to do about it. */
export const problemText = (thrown: unknown): string => {
  const { code, message, remedy } = PalaceError.from(thrown);
  return `${message.replace(/[.\s]*$/, '.')} ${remedy} (${code})`;
};
