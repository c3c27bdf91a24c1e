import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { isErrno } from '../base/errno.ts';

/** `owner.json` in the palace's folder: which process has the palace, and where it listens. */
const ownerNoteSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  since: z.string(),
  /** Tells one owner from the next of the same process. */
  id: z.string().default(''),
  /** Path of its socket or pipe; null while it does not listen yet. */
  socket: z.string().nullable().default(null),
  /** Why it never will; null where it will. */
  alone: z.string().nullable().default(null),
  protocol: z.number().int().default(0),
  version: z.string().default(''),
});
export type OwnerNote = z.infer<typeof ownerNoteSchema>;

export const lockFolder = 'palace.lock';
const noteFile = 'owner.json';

/** Milliseconds without a sign of life after which an owner that does not listen counts as gone. */
const stale = 30_000;
/** Milliseconds within which a living owner's socket takes a connection: that is the operating system's work, not the owner's. */
const acceptLimit = 2_000;

export const readOwnerNote = async (folder: string): Promise<OwnerNote | undefined> =>
  ownerNoteSchema.safeParse(
    await readFile(path.join(folder, noteFile), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined),
  ).data;

/** In one piece: nobody reads half a note. */
export const writeOwnerNote = async (folder: string, note: OwnerNote): Promise<void> => {
  const file = path.join(folder, noteFile);
  await writeFile(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

/**
 * Whether the owner that a note speaks of still has the palace. Who listens lives, wherever it runs; else its process must be
 * there and its lock fresh, for a process number is given again.
 */
export const isLiving = async (folder: string, note: OwnerNote): Promise<boolean> => {
  if (note.socket !== null && (await accepts(note.socket))) return true;
  const touched = await stat(path.join(folder, lockFolder)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Date.now() - touched < stale && (note.host !== hostname() || processExists(note.pid));
};

const processExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
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
