import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { isErrno, reasonOf, writeRefused } from '../base/errno.ts';
import { errorText } from '../palace/model/errorText.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { isLiving, lockFolder, readOwnerNote, writeOwnerNote, type OwnerNote } from './ownerNote.ts';
import { programVersion, protocolVersion } from './wire/programVersion.ts';

/** A palace's lock, held by this process. */
export interface PalaceLock {
  /** Publishes where the owner listens, or why it does not. */
  announce(where: { readonly socket: string } | { readonly alone: string }): Promise<void>;
  release(): Promise<void>;
}

/** Milliseconds between two heartbeats. */
const beat = 5_000;
/** Milliseconds without a successful heartbeat after which the lock counts as lost. Other processes may then take it. */
const patience = 20_000;

/**
 * Makes this process the palace's only owner. `onLost` is called once if the lock is lost. Throws E_PALACE_IN_USE, naming the
 * process that has the palace, E_PALACE_READ_ONLY if the folder can't be written, E_DISK_FULL and E_DISK_ERROR.
 */
export const lockPalace = async (folder: string, onLost: (reason: string) => void): Promise<PalaceLock> => {
  const lock = path.join(folder, lockFolder);
  const note: OwnerNote = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    id: randomUUID(),
    socket: null,
    alone: null,
    protocol: protocolVersion,
    version: programVersion,
  };
  /** A file unique to this owner: while it exists, this owner holds the lock. */
  const own = path.join(lock, note.id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await guarded(folder, onLost, async () => {
      const isFree = await mkdir(lock).then(
        () => true,
        (error: unknown) => {
          if (isErrno(error, 'EEXIST')) return false;
          throw error;
        },
      );
      if (!isFree) {
        const owner = await readOwnerNote(folder);
        // A process that ended between making the two leaves a lock without a note.
        if (owner !== undefined && (await isLiving(folder, owner))) throw inUse(folder, owner);
        await rm(lock, { recursive: true, force: true });
        await mkdir(lock);
      }
      await writeFile(own, '', { mode: 0o600 });
      await writeOwnerNote(folder, note);
      // If this process stalled for seconds, another may have taken the guard and replaced the lock. Then this throws.
      await utimes(own, new Date(), new Date());
    });
  } catch (error) {
    throw await asPalaceError(error, folder);
  }

  let last = Date.now();
  let lost = false;
  const lose = (reason: string): void => {
    if (lost) return;
    lost = true;
    clearInterval(timer);
    onLost(reason);
  };
  const timer = setInterval(() => {
    const now = new Date();
    Promise.all([utimes(own, now, now), utimes(lock, now, now)]).then(
      () => (last = Date.now()),
      (error: unknown) => {
        if (isErrno(error, 'ENOENT')) lose('another process has taken it, or the folder is gone');
        else if (Date.now() - last > patience) lose(`it could not be renewed (${reasonOf(error)})`);
      },
    );
  }, beat).unref();
  return {
    announce: (where) => writeOwnerNote(folder, { ...note, ...where }),
    release: async () => {
      clearInterval(timer);
      if (lost) return;
      lost = true;
      await guarded(
        folder,
        () => undefined,
        async () => {
          const isMine = await utimes(own, new Date(), new Date()).then(
            () => true,
            () => false,
          );
          if (!isMine) return;
          await rm(path.join(folder, 'owner.json'), { force: true });
          await rm(lock, { recursive: true, force: true });
        },
      ).catch(() => undefined);
    },
  };
};

/** Runs `work` under a guard that one process holds at a time, so that it sees a lock and a note that belong together. */
const guarded = async (
  folder: string,
  onLost: (reason: string) => void,
  work: () => Promise<void>,
): Promise<void> => {
  const release = await lockfile.lock(path.join(folder, 'takeover'), {
    realpath: false,
    stale: 3_000,
    onCompromised: (error) => onLost(error.message),
    retries: { retries: 120, factor: 1, minTimeout: 10, maxTimeout: 50, randomize: true },
  });
  try {
    await work();
  } finally {
    await release().catch(() => undefined);
  }
};

const inUse = (folder: string, owner: OwnerNote | undefined): PalaceError =>
  new PalaceError(
    'E_PALACE_IN_USE',
    errorText`The palace ${folder} is in use${owner === undefined ? '' : ` by process ${owner.pid} on ${owner.host} since ${owner.since}`}.`,
  );

const asPalaceError = async (error: unknown, folder: string): Promise<PalaceError> => {
  if (error instanceof PalaceError) return error;
  if (isErrno(error, 'ELOCKED', 'ENOENT')) return inUse(folder, await readOwnerNote(folder));
  if (isErrno(error, ...writeRefused))
    return new PalaceError(
      'E_PALACE_READ_ONLY',
      errorText`The palace folder ${folder} can't be written (${reasonOf(error)}).`,
      { cause: error },
    );
  if (isErrno(error, 'ENOSPC'))
    return new PalaceError('E_DISK_FULL', errorText`The disk of ${folder} is full.`, { cause: error });
  return PalaceError.from(error, 'E_DISK_ERROR');
};
