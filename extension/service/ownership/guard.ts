import fs from 'node:fs';
import lockfile from 'proper-lockfile';

/** Milliseconds after which a guard counts as left behind. It is held for a few milliseconds. */
const guardStale = 3_000;

/**
 * The guard's folder is this user's alone, whatever the umask. A guard made later than now was left behind before
 * the clock was set back, so nobody waits for it until that time comes again.
 */
const guardFiles = {
  ...fs,
  mkdir: (folder: string, done: (error: NodeJS.ErrnoException | null) => void) =>
    fs.mkdir(folder, { mode: 0o700 }, done),
  stat: (folder: string, done: (error: NodeJS.ErrnoException | null, found?: fs.Stats) => void) =>
    fs.stat(folder, (error, found) => {
      if (error !== null) return done(error);
      if (found.mtimeMs > Date.now() + guardStale) found.mtime = new Date(0);
      done(null, found);
    }),
};

/**
 * Runs `work` under a guard that one process holds at a time: a folder beside `file`, with “.lock” at its end. Throws
 * ELOCKED if others hold it for seconds.
 */
export const guarded = async <T>(
  file: string,
  onLost: (reason: string) => void,
  work: () => T | Promise<T>,
): Promise<T> => {
  const release = await lockfile.lock(file, {
    realpath: false,
    fs: guardFiles,
    stale: guardStale,
    onCompromised: (error) => onLost(error.message),
    retries: { retries: 120, factor: 1, minTimeout: 10, maxTimeout: 50, randomize: true },
  });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
};
