import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { compactTime } from '../../base/time.ts';
import { damagePlace } from '../contract/damagePlace.ts';
import { asReason, errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import { openDatabase, pageBytes, type DatabaseEnvironment } from './openDatabase.ts';
import { declareWithoutLog } from './foreignLog.ts';
import { backupsFolder, inFolder } from './palaceFiles.ts';
import { readPalaceStamp } from './palaceStamp.ts';
import { syncFolder } from './realFile/fileTable.ts';
import type { FileSystem } from './realFile/fileSystem.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { errnoName } from './realFile/wasiErrno.ts';
import { syncFile } from './realFile/wholeFiles.ts';
import { verifyDatabase } from './verifyDatabase.ts';

/** A megabyte. */
const pagesPerStep = 2 ** 20 / pageBytes;
const kept = 3;
const backupName = /^palace-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-r\d+\.sqlite$/;
const unfinishedName = /^unfinished[-.]/;

export interface BackupSource extends DatabaseEnvironment {
  readonly database: () => SqlDatabase;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
  /** Pages, first copied, then checked. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const cancelled = 'The backup was cancelled.';
export const backupCancelled = (): never => {
  throw new PalaceError('E_CANCELLED', cancelled);
};

/**
 * Copies the palace into `backups/` while it stays in use, checks every text and structure of the copy, and only
 * then gives it its name, `palace-<UTC time>-r<revision>.sqlite`. It says that it has no log: see `foreignLog.ts`. Keeps the
 * newest three. If the clock was set back, the time in the name is still later than the last backup's. Returns the path.
 * Errors: E_DISK_FULL, E_DISK_ERROR, E_PALACE_DAMAGED (the copy is not sound; earlier backups stay), E_CANCELLED.
 */
export const backupDatabase = async (source: BackupSource): Promise<string> => {
  const { fileSystem, signal, onProgress } = source;
  const folder = inFolder(source.folder, backupsFolder);
  const unfinished = `unfinished-${randomBytes(4).toString('hex')}.sqlite`;
  makeBackups(fileSystem, folder);
  stopIfAborted(signal, cancelled);
  try {
    removeUnfinished(fileSystem, folder);
    const pages = await copyPages(source, unfinished);
    declareWithoutLog(fileSystem, inFolder(folder, unfinished));
    const copy = openDatabase({ ...source, folder }, { readOnly: true, file: unfinished });
    let revision: number;
    try {
      revision = readPalaceStamp(copy, inFolder(folder, unfinished)).revision;
      const report = await verifyDatabase(() => copy, {
        signal,
        indexes: false,
        onProgress: (done, total) =>
          onProgress?.(pages + Math.round((pages * done) / Math.max(1, total)), 2 * pages),
      });
      const first = report.damaged[0];
      if (first !== undefined) {
        throw new PalaceError(
          'E_PALACE_DAMAGED',
          errorText`The backup was not kept, because the palace is damaged: ${asReason(damagePlace(first))}: ${asReason(first.problem)}.`,
        );
      }
    } finally {
      copy.close();
    }
    const stamp = compactTime(nextTime(fileSystem, folder, source.clock()).toISOString());
    const path = inFolder(folder, `palace-${stamp}-r${revision}.sqlite`);
    syncFile(fileSystem, inFolder(folder, unfinished));
    fileSystem.rename(inFolder(folder, unfinished), path);
    syncFolder(fileSystem, folder);
    removeOldest(fileSystem, folder);
    return path;
  } catch (thrown) {
    removeUnfinished(fileSystem, folder);
    throw thrown;
  }
};

const makeBackups = (fileSystem: FileSystem, folder: string): void => {
  try {
    fileSystem.makeFolder(folder);
  } catch (thrown) {
    if (errnoName(thrown) !== 'EEXIST') throw thrown;
    throw new PalaceError('E_DISK_ERROR', errorText`No backup can be made: ${folder} is not a folder.`, {
      cause: thrown,
      remedy: 'Rename or delete that file, then try again.',
    });
  }
};

/** Returns how many pages there were when it began. */
const copyPages = async ({ database, signal, onProgress }: BackupSource, unfinished: string): Promise<number> => {
  const source = database();
  const pages = source.statement('PRAGMA page_count').first((row) => row.number(0)) ?? 0;
  const copy = source.copyTo(`${backupsFolder}/${unfinished}`);
  try {
    for (let copied = 0; !copy.step(pagesPerStep);) {
      await setImmediate();
      stopIfAborted(signal, cancelled);
      copied += pagesPerStep;
      onProgress?.(Math.min(copied, pages), 2 * pages);
    }
  } finally {
    copy.finish();
  }
  return pages;
};

/** Names of the backups, oldest first. */
const backupsIn = (fileSystem: FileSystem, folder: string): string[] =>
  fileSystem
    .list(folder)
    .filter((name) => backupName.test(name))
    .sort();

/** Now, or just after the newest backup if that is later, because the names decide which backup is the newest. */
const nextTime = (fileSystem: FileSystem, folder: string, now: Date): Date => {
  const newest = backupsIn(fileSystem, folder).at(-1) ?? '';
  const time = Date.parse(newest.replace(backupName, '$1-$2-$3T$4:$5:$6.$7Z'));
  return time >= now.getTime() ? new Date(time + 1) : now;
};

const removeOldest = (fileSystem: FileSystem, folder: string): void =>
  removeNowOrLater(fileSystem, folder, () => backupsIn(fileSystem, folder).slice(0, -kept));

const removeUnfinished = (fileSystem: FileSystem, folder: string): void =>
  removeNowOrLater(fileSystem, folder, () => fileSystem.list(folder).filter((name) => unfinishedName.test(name)));

/** What can't be removed now, as a file that another program reads on Windows, is left to the next backup. */
const removeNowOrLater = (fileSystem: FileSystem, folder: string, names: () => string[]): void => {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (thrown) {
      if (errnoName(thrown) === undefined) throw thrown;
      return undefined;
    }
  };
  for (const name of attempt(names) ?? []) attempt(() => fileSystem.unlink(inFolder(folder, name)));
};
