import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isErrno } from './errno.ts';

/**
 * Milliseconds between attempts on Windows, where a virus scanner or an indexer that has a new file open keeps
 * it from being renamed.
 */
const pauses = [10, 20, 50, 100, 200, 500, 1000];
const isHeld = (thrown: unknown): boolean => isErrno(thrown, 'EACCES', 'EBUSY', 'EPERM');
const pausesOn = (platform: NodeJS.Platform): readonly number[] => (platform === 'win32' ? pauses : []);

/** What renames and waits; tests pass their own. */
interface Renaming<Result> {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => Result;
  readonly wait: (milliseconds: number) => Result;
}

/**
 * Renames a file, replacing another one. On Windows it tries again for about two seconds while a file is held open. Throws
 * the errors of `node:fs`.
 */
export const renameFile = async (
  from: string,
  to: string,
  by: Renaming<Promise<void>> = { platform: process.platform, rename, wait: (ms) => wait(ms) },
): Promise<void> => {
  for (const pause of pausesOn(by.platform))
    try {
      await by.rename(from, to);
      return;
    } catch (thrown) {
      if (!isHeld(thrown)) throw thrown;
      await by.wait(pause);
    }
  await by.rename(from, to);
};

const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** The same for code that can't wait: it blocks its thread. */
export const renameFileSync = (
  from: string,
  to: string,
  by: Renaming<void> = { platform: process.platform, rename: renameSync, wait: sleep },
): void => {
  for (const pause of pausesOn(by.platform))
    try {
      by.rename(from, to);
      return;
    } catch (thrown) {
      if (!isHeld(thrown)) throw thrown;
      by.wait(pause);
    }
  by.rename(from, to);
};
