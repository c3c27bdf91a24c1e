import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import { isErrno } from '../../base/files/errno.ts';

/** Milliseconds after which a guard counts as left behind. It is held for a few milliseconds, and renewed every 1.5 s. */
const guardStale = 3_000;
/** Milliseconds for which others are waited for: long enough to see that a guard which was just made is left behind. */
const patience = guardStale + 500;

/**
 * Refusals that end by themselves: somebody holds the guard, or the system is short of handles for the moment. Windows refuses a
 * folder's name while the last folder of that name is being removed.
 */
const passing: readonly string[] = [
  'ELOCKED',
  'EBUSY',
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'EINTR',
  ...(process.platform === 'win32' ? ['EPERM', 'EACCES'] : []),
];

/**
 * The guard's folder is this user's alone, whatever the umask. A guard that nobody renewed while it was looked at for
 * {@link guardStale} was left behind, whatever the clocks say. One made later than now was left behind before the clock was set
 * back. It goes with what was put into it: some systems put files of their own into every folder.
 */
const guardFiles = (): typeof fs => {
  let seen = { mtimeMs: NaN, since: 0 };
  return {
    ...fs,
    mkdir: (folder: string, done: (error: NodeJS.ErrnoException | null) => void) =>
      fs.mkdir(folder, { mode: 0o700 }, done),
    rmdir: (folder: string, done: (error: NodeJS.ErrnoException | null) => void) =>
      fs.rm(folder, { recursive: true }, done),
    stat: (folder: string, done: (error: NodeJS.ErrnoException | null, found?: fs.Stats) => void) =>
      fs.stat(folder, (error, found) => {
        if (error !== null) return done(error);
        if (found.mtimeMs !== seen.mtimeMs) seen = { mtimeMs: found.mtimeMs, since: performance.now() };
        if (performance.now() - seen.since > guardStale || found.mtimeMs > Date.now() + guardStale)
          found.mtime = new Date(0);
        done(null, found);
      }),
  } as typeof fs;
};

/**
 * Runs `work` under a guard that one process holds at a time: a folder beside `file`, with “.lock” at its end. Throws
 * ELOCKED if others hold it for seconds, and at once what waiting can't mend.
 */
export const guarded = async <T>(
  file: string,
  onLost: (reason: string) => void,
  work: () => T | Promise<T>,
): Promise<T> => {
  const release = await takeGuard(file, onLost);
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
};

const takeGuard = async (file: string, onLost: (reason: string) => void): Promise<() => Promise<void>> => {
  const options = {
    realpath: false,
    fs: guardFiles(),
    stale: guardStale,
    onCompromised: (error: Error) => onLost(error.message),
  };
  let refusedSince: number | undefined;
  for (;;) {
    const begun = performance.now();
    try {
      return await lockfile.lock(file, options);
    } catch (error) {
      refusedSince ??= performance.now();
      // Measured where the try began, so that a slow system gets a try that begins after the time is over.
      if (!canPass(error, file) || begun - refusedSince > patience) throw error;
    }
    await wait(10 + Math.random() * 40);
  }
};

/** A guard that another process takes for left behind vanishes while it is made; but no folder appears by itself. */
const canPass = (error: unknown, file: string): boolean =>
  isErrno(error, ...passing) || (isErrno(error, 'ENOENT') && fs.existsSync(path.dirname(file)));
