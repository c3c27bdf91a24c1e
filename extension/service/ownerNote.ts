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
const noteFile = 'owner.json';

/** Milliseconds without a sign of life after which an owner that does not listen counts as gone. */
const stale = 30_000;
/** Milliseconds within which a live owner's socket accepts a connection. The operating system accepts it, so a busy owner does too. */
const acceptLimit = 2_000;

export const readOwnerNote = async (folder: string): Promise<OwnerNote | undefined> =>
  ownerNoteSchema.safeParse(
    await readFile(path.join(folder, noteFile), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined),
  ).data;

/** Atomic: nobody reads half a note. */
export const writeOwnerNote = async (folder: string, note: OwnerNote): Promise<void> => {
  const file = path.join(folder, noteFile);
  await writeFile(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

/**
 * Whether the owner that a note names still has the palace. An owner that accepts connections is alive. Otherwise its lock must
 * be fresh and, on this host, its process must exist. The process alone proves nothing, because process numbers are reused.
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
