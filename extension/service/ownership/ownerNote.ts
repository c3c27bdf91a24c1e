import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import * as z from 'zod';
import { readGuarded } from '../../base/files/guardedFile.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';
import { beganAfter, processStanding } from './processStanding.ts';

const held = Symbol.for('synapse-palace.ownersHeldHere');

/** `owner.json` in the palace's folder: which process has the palace, and where it listens. */
const ownerNoteSchema = z.object({
  /** Zero and negative numbers name groups of processes, some of which always exist. */
  pid: z.number().int().positive(),
  host: z.string(),
  /** Both as in `ProcessMark`. */
  machine: z.string().default(''),
  began: z.string().default(''),
  /** Worker thread of the process; 0 is its main thread. */
  thread: z.number().int().default(0),
  since: z.string(),
  /** Distinguishes successive owners within one process. */
  id: z.string().default(''),
  /** Path of its socket or pipe; null until it listens. */
  socket: z.string().nullable().default(null),
  /** Why it will never listen; null otherwise. */
  alone: z.string().nullable().default(null),
  protocol: z.number().int().default(0),
  version: z.string().default(''),
});
export type OwnerNote = z.infer<typeof ownerNoteSchema>;

export const lockFolder = 'palace.lock';
export const noteFile = 'owner.json';

/**
 * IDs of the owners for which this process holds a palace, in all copies of this program in this thread. With them,
 * a process whose lock was lost need not end before the palace can be opened again.
 */
export const heldHere: Set<string> = ((globalThis as { [held]?: Set<string> })[held] ??= new Set());

/** Milliseconds without a sign of life after which an owner that does not listen counts as gone. */
const stale = 30_000;
/** Milliseconds within which a live owner's socket accepts a connection. The operating system accepts it, so a busy owner does too. */
const acceptLimit = 2_000;

/** Undefined if there is none, or if it is not this user's, because nobody else can say who owns the palace. */
export const readOwnerNote = async (folder: string): Promise<OwnerNote | undefined> =>
  ownerNoteSchema.safeParse(
    await readGuarded(path.join(folder, noteFile), {
      mostBytes: 64 * 1024,
      mayBeLink: false,
      isMine: true,
    })
      .then((bytes) => JSON.parse(bytes.toString('utf8')) as unknown)
      .catch(() => undefined),
  ).data;

/** Atomic, so that nobody reads half a note. */
export const writeOwnerNote = (folder: string, note: OwnerNote): Promise<void> =>
  replaceFile(path.join(folder, noteFile), [`${JSON.stringify(note)}\n`]);

/** The owner's last sign of life, in milliseconds by the clock of the folder's computer; 0 without a lock. */
export const lastBeat = (folder: string): Promise<number> =>
  stat(path.join(folder, lockFolder)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** unheard: it can't be seen from here and gives no sign of life, but may resume one day. */
type OwnerStanding = 'living' | 'gone' | 'unheard';

/**
 * Whether the owner that a note names still has the palace. A process of this computer that exists has it, stopped or not,
 * however old its lock is. One that can't be seen from here has it while its socket takes connections or its lock is fresh.
 */
export const ownerStanding = async (folder: string, note: OwnerNote): Promise<OwnerStanding> => {
  const standing = processStanding(note);
  if (standing === 'gone') return 'gone';
  if (standing === 'running' && note.pid === process.pid && note.thread === threadId && !heldHere.has(note.id))
    return 'gone';
  const isFresh = Math.abs(Date.now() - (await lastBeat(folder))) < stale;
  if (standing !== 'out_of_sight')
    return !isFresh && note.began === '' && beganAfter(note.pid, note.since) ? 'gone' : 'living';
  return isFresh || (note.socket !== null && (await accepts(note.socket))) ? 'living' : 'unheard';
};

const accepts = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    const tell = (answer: boolean): void => {
      clearTimeout(limit);
      connection.destroy();
      resolve(answer);
    };
    const limit = setTimeout(() => tell(false), acceptLimit);
    connection.once('connect', () => tell(true)).once('error', () => tell(false));
  });
