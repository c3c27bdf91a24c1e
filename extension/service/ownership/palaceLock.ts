import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { diskFull, isErrno, reasonOf, writeRefused } from '../../base/files/errno.ts';
import { makeFolder } from '../../base/files/makeFolder.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { unwritablePalace } from '../../palace/model/errors/unwritablePalace.ts';
import { detachFiles } from './detachFiles.ts';
import { guarded } from './guard.ts';
import { demandOwnFiles, lstatOrNone } from './ownFiles.ts';
import {
  heldHere,
  lockFolder,
  noteFile,
  ownerStanding,
  readOwnerNote,
  writeOwnerNote,
  type OwnerNote,
} from './ownerNote.ts';
import { ownMark } from './processStanding.ts';
import { noFoldersThere, wrongPath } from './wrongPath.ts';
import { programVersion, protocolVersion } from '../wire/programVersion.ts';

/** A palace's lock, held by this process. */
export interface PalaceLock {
  /**
   * A file that exists as long as this owner has the palace; another process must remove it before taking the
   * palace.
   */
  readonly fence: string;
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
 * process that has the palace, E_NOT_ALLOWED if it is another user's, E_PALACE_READ_ONLY if the folder can't be written,
 * E_FOLDER_UNREADABLE if its path is wrong, E_DISK_FULL and E_DISK_ERROR.
 */
export const lockPalace = async (folder: string, onLost: (reason: string) => void): Promise<PalaceLock> => {
  let note: OwnerNote = {
    ...ownMark(),
    thread: threadId,
    since: new Date().toISOString(),
    id: randomUUID(),
    socket: null,
    alone: null,
    protocol: protocolVersion,
    version: programVersion,
  };
  try {
    await takeLock(folder, note, onLost);
  } catch (error) {
    throw await asPalaceError(error, folder);
  }
  const stop = keepAlive(folder, () => note, onLost);
  return {
    fence: ownFile(folder, note),
    announce: (where) => writeOwnerNote(folder, (note = { ...note, ...where })),
    release: async () => {
      await stop();
      if (existsSync(folder))
        await guarded(
          guardOf(folder),
          () => undefined,
          () => leaveLock(folder, note),
        ).catch(() => undefined);
      // A folder that was moved away may come back, with this owner's note in it.
      heldHere.delete(note.id);
    },
  };
};

/** A file unique to an owner: while it exists, this owner holds the lock. */
const ownFile = (folder: string, { id }: OwnerNote): string => path.join(folder, lockFolder, id);

/** Under it, a process sees a lock and a note that belong together. */
const guardOf = (folder: string): string => path.join(folder, 'takeover');

const takeLock = async (folder: string, note: OwnerNote, onLost: (reason: string) => void): Promise<void> => {
  const own = ownFile(folder, note);
  await makePalaceFolder(folder);
  await demandOwnFiles(folder);
  await guarded(guardOf(folder), onLost, async () => {
    const isUnheard = await clearWay(folder);
    await mkdir(path.dirname(own), { mode: 0o700 });
    try {
      await writeFile(own, '', { mode: 0o600 });
      await writeOwnerNote(folder, note);
      // If this process stalled for seconds, another may have taken the guard and replaced the lock. Then this throws.
      await utimes(own, new Date(), new Date());
      // A file with a second name also belongs to another palace.
      if (isUnheard || (await hasSecondName(folder))) await detachFiles(folder);
    } catch (error) {
      await leaveLock(folder, note).catch(() => undefined);
      throw error;
    }
  });
  heldHere.add(note.id);
};

const makePalaceFolder = (folder: string): Promise<void> =>
  makeFolder(folder, 0o700).catch(async (thrown: unknown) => {
    throw isErrno(thrown, 'ENOENT', 'ENAMETOOLONG')
      ? (wrongPath(folder) ?? noFoldersThere(folder, thrown))
      : thrown;
  });

const leaveLock = async (folder: string, note: OwnerNote): Promise<void> => {
  const own = ownFile(folder, note);
  heldHere.delete(note.id);
  if ((await readOwnerNote(folder))?.id === note.id) await rm(path.join(folder, noteFile), { force: true });
  await rm(own, { force: true });
  // If it is not empty, another process has it by now.
  await rmdir(path.dirname(own)).catch(() => undefined);
};

/**
 * Renews the lock by heartbeats until the returned function is called or the lock is lost, which `onLost` is told. The function
 * resolves once no heartbeat is under way: one that ended later would write the note of an owner that has gone.
 */
const keepAlive = (
  folder: string,
  note: () => OwnerNote,
  onLost: (reason: string) => void,
): (() => Promise<void>) => {
  const own = ownFile(folder, note());
  let last = performance.now();
  let isOver = false;
  let beating: Promise<void> | undefined;
  const lose = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    heldHere.delete(note().id);
    clearInterval(timer);
    onLost(reason);
  };
  const renew = async (): Promise<void> => {
    try {
      const now = new Date();
      await Promise.all([utimes(own, now, now), utimes(path.dirname(own), now, now)]);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) lose('another process has taken it, or the folder is gone');
      else if (performance.now() - last > patience) lose(`it could not be renewed (${reasonOf(error)})`);
      return;
    }
    last = performance.now();
    // What fails here is tried again with the next heartbeat.
    if (!isOver) await keepNote(folder, note()).catch(() => undefined);
  };
  const timer = setInterval(() => {
    beating ??= renew().finally(() => (beating = undefined));
  }, beat).unref();
  return async () => {
    clearInterval(timer);
    isOver = true;
    await beating;
  };
};

const hasSecondName = async (folder: string): Promise<boolean> =>
  ((await lstatOrNone(path.join(folder, 'palace.sqlite')))?.nlink ?? 1) > 1;

/**
 * Removes the lock of an owner that is gone; returns true if the owner is out of sight and gives no sign of life.
 * Nothing newer than the check of that owner is removed, because another process may have taken the palace if this
 * one stalled in between. Throws E_PALACE_IN_USE while the owner lives, and the errors of a folder that is missing
 * or not empty.
 */
const clearWay = async (folder: string): Promise<boolean> => {
  const lock = path.join(folder, lockFolder);
  const held = await readdir(lock).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return undefined;
    // A file of this name is no lock of any owner's.
    if (isErrno(error, 'ENOTDIR')) return null;
    throw error;
  });
  const owner = await readOwnerNote(folder);
  // A process that ended between making the two leaves a lock without a note.
  const standing = owner === undefined ? 'gone' : await ownerStanding(folder, owner);
  if (standing === 'living') throw inUse(folder, owner);
  if (held === null) await unlink(lock);
  else if (held !== undefined) {
    // Some systems put folders of their own into every folder.
    for (const name of held) await rm(path.join(lock, name), { recursive: true });
    await rmdir(lock);
  }
  return standing === 'unheard';
};

/**
 * Restores the owner's note if another process, which stalled while it tried to take the palace, has overwritten
 * it.
 */
const keepNote = async (folder: string, note: OwnerNote): Promise<void> => {
  if ((await readOwnerNote(folder))?.id !== note.id) await writeOwnerNote(folder, note);
};

const inUse = (folder: string, owner: OwnerNote | undefined): PalaceError =>
  new PalaceError(
    'E_PALACE_IN_USE',
    owner === undefined
      ? errorText`The palace ${folder} is in use.`
      : errorText`The palace ${folder} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}.`,
  );

const asPalaceError = async (error: unknown, folder: string): Promise<PalaceError> => {
  if (error instanceof PalaceError) return error;
  const wrong = isErrno(error, 'ENOENT', 'EEXIST', 'ENOTDIR', 'ELOOP') ? wrongPath(folder) : undefined;
  if (wrong !== undefined) return wrong;
  if (isErrno(error, 'ELOCKED', 'ENOENT', 'EEXIST', 'ENOTEMPTY'))
    return inUse(folder, await readOwnerNote(folder));
  if (isErrno(error, ...writeRefused)) return unwritablePalace(folder, error);
  if (isErrno(error, ...diskFull))
    return new PalaceError('E_DISK_FULL', errorText`The disk of ${folder} is full.`, { cause: error });
  return PalaceError.from(error, 'E_DISK_ERROR');
};
