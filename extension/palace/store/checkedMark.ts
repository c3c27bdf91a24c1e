import { lstat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { readGuarded } from '../../base/files/guardedFile.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';
import { dayMs } from '../../base/time.ts';
import { checkedFile, inFolder, logFile, palaceFile } from './palaceFiles.ts';

/*
 * Checking every row takes a quarter of the time that a short command needs to open a palace. So a closed palace has a mark
 * beside it: which file it is, when it was last changed, and when its rows were last checked. Whoever changes the file, or
 * copies it, changes the first two. A disk that loses bits by itself does not, so a mark serves for a day.
 */

/** From this size in bytes, checking the rows takes longer than the mark does. */
const leastBytes = 2 * 2 ** 20;
/** Two changes within this many milliseconds may have the same time. */
const clockTickMs = 20;
/** Nanoseconds. A file system whose times are multiples of it is too coarse to tell one change from the next. */
const coarse = 1_000_000n;

const markSchema = z.object({
  /** When every row was last checked, in milliseconds since the epoch. */
  checked_at: z.int().nonnegative(),
  /** {@link identityOf} the file when it was closed. */
  file: z.string(),
});

/** The file and its last change, as text. Undefined if that can't be told, or if the palace was not closed cleanly. */
const identityOf = async (
  folder: string,
): Promise<{ readonly text: string; readonly ctimeMs: number } | undefined> => {
  const log = await lstat(inFolder(folder, logFile)).catch(() => undefined);
  if (log !== undefined && log.size > 0) return undefined;
  const found = await lstat(inFolder(folder, palaceFile), { bigint: true });
  if (!found.isFile() || found.size < leastBytes || found.ctimeNs % coarse === 0n) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  return { text: [dev, ino, size, mtimeNs, ctimeNs].join(' '), ctimeMs: Number(ctimeNs / 1_000_000n) };
};

/**
 * When every row of a closed palace was last checked, in milliseconds since the epoch, if nothing has changed its file since the
 * program closed it. Undefined if the rows must be checked.
 */
export const rowsCheckedAt = async (folder: string, now: number): Promise<number | undefined> => {
  try {
    const bytes = await readGuarded(inFolder(folder, checkedFile), { mostBytes: 4096, mayBeLink: false });
    const { checked_at: at, file } = markSchema.parse(JSON.parse(bytes.toString()));
    return at <= now && now - at < dayMs && (await identityOf(folder))?.text === file ? at : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Marks a palace that was just closed as checked. Its lock is still held. If that fails, the next opening checks the rows, so no
 * error is thrown.
 */
export const markChecked = async (folder: string, checkedAt: number): Promise<void> => {
  try {
    const before = await identityOf(folder);
    if (before === undefined || (await rowsCheckedAt(folder, checkedAt)) === checkedAt) return;
    // A change in the same tick of the clock as the last one would not be noticed.
    await delay(Math.min(clockTickMs, Math.max(0, before.ctimeMs + clockTickMs - Date.now())));
    if ((await identityOf(folder))?.text !== before.text) return;
    await replaceFile(inFolder(folder, checkedFile), [
      JSON.stringify({ checked_at: checkedAt, file: before.text }),
    ]);
  } catch {
    // Nothing depends on it.
  }
};
