import { randomBytes } from 'node:crypto';
import { constants, copyFile, lstat, open, readdir, readlink, realpath, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { compactTime } from '../../../base/time.ts';
import { isErrno, reasonOf } from '../../../base/files/errno.ts';
import { readGuarded } from '../../../base/files/guardedFile.ts';
import { makeFolder } from '../../../base/files/makeFolder.ts';
import { renameFile } from '../../../base/files/renameFile.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import type { SettingsBackup } from './removedHooks.ts';

const asError = (thrown: unknown, file: string, did: string): PalaceError =>
  new PalaceError('E_SETTINGS', `${file} could not be ${did} (${reasonOf(thrown)}).`, {
    cause: thrown,
    remedy: 'Check that the file and its folder are yours. Nothing was changed.',
  });

/** Bytes; people write a few thousand. */
const mostSettingsBytes = 4 << 20;

/** The settings' text, empty if the file does not exist. Throws E_SETTINGS if it can't be read or is not UTF-8. */
export const readSettings = async (file: string): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await readGuarded(file, { mostBytes: mostSettingsBytes }),
    );
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT')) return '';
    if (thrown instanceof TypeError) throw new PalaceError('E_SETTINGS', `${file} is no UTF-8 text.`);
    throw asError(thrown, file, 'read');
  }
};

/** The file behind a path's symbolic links, also if it does not exist yet; the path itself if they lead nowhere. */
export const behindLinks = async (file: string): Promise<string> => {
  try {
    return await realpath(file);
  } catch (thrown) {
    if (!isErrno(thrown, 'ENOENT')) return file;
    const next = await readlink(file).catch(() => undefined);
    return next === undefined ? file : behindLinks(path.resolve(path.dirname(file), next));
  }
};

const backupMark = '.backup-';
const backupTime = /^\d{8}T\d{9}Z$/;

/** The backups that {@link writeSettings} has kept of a file, newest first; without those that can't be read. */
export const settingsBackups = async (file: string): Promise<readonly SettingsBackup[]> => {
  const target = await behindLinks(file);
  const start = `${path.basename(target)}${backupMark}`;
  const names = await readdir(path.dirname(target)).catch(() => []);
  const files = names
    .filter((name) => name.startsWith(start) && backupTime.test(name.slice(start.length)))
    .toSorted()
    .toReversed()
    .map((name) => path.join(path.dirname(target), name));
  const texts = await Promise.all(files.map((each) => readSettings(each).catch(() => null)));
  return files.flatMap((each, at) => {
    const text = texts[at] ?? null;
    return text === null ? [] : [{ file: each, text }];
  });
};

/** Throws E_SETTINGS if the settings are no longer what was read. */
const checkUnchanged = async (file: string, before: string): Promise<void> => {
  if ((await readSettings(file)) !== before)
    throw new PalaceError('E_SETTINGS', `${file} was changed in the meantime.`, {
      remedy: 'Run it again: nothing was written.',
    });
};

/**
 * Replaces the settings atomically: a reader sees either the old text or the new one. A symbolic link stays a link. The old
 * file is kept as a backup beside the new one. Returns the backup's path, or null if there was no file. Throws E_SETTINGS if the
 * settings changed since `before` was read, or can't be written.
 */
export const writeSettings = async (
  file: string,
  before: string,
  text: string,
  now: Date,
): Promise<string | null> => {
  await checkUnchanged(file, before);
  const target = await behindLinks(file);
  const missing = await missingFolders(path.dirname(target));
  let backup: string | null = null;
  try {
    await makeFolder(path.dirname(target));
    const old = await stat(target).catch(() => undefined);
    if (old !== undefined) {
      const copy = `${target}${backupMark}${compactTime(now.toISOString())}`;
      await copyFile(target, copy, constants.COPYFILE_EXCL);
      backup = copy;
    }
    await replace(target, text, (old?.mode ?? 0o600) & 0o777);
    return backup;
  } catch (thrown) {
    if (backup !== null) await rm(backup, { force: true }).catch(() => undefined);
    for (const folder of missing) await rmdir(folder).catch(() => undefined);
    throw asError(thrown, file, 'written');
  }
};

/** Of a folder and those above it the ones that don't exist, the innermost first. */
const missingFolders = async (folder: string): Promise<readonly string[]> => {
  const isThere = await stat(folder).then(
    () => true,
    (thrown: unknown) => !isErrno(thrown, 'ENOENT'),
  );
  return isThere ? [] : [folder, ...(await missingFolders(path.dirname(folder)))];
};

/**
 * Puts back what the settings held earlier (null: no file; a symbolic link to it stays), then deletes the backups that this leaves without
 * a use. Throws E_SETTINGS as {@link writeSettings} does, and if a backup can't be deleted.
 */
export const restoreSettings = async (
  file: string,
  before: string,
  text: string | null,
  useless: readonly string[],
): Promise<void> => {
  await checkUnchanged(file, before);
  try {
    const target = await behindLinks(file);
    if (text === null) await rm(target);
    else await replace(target, text, (await stat(target)).mode & 0o777);
  } catch (thrown) {
    throw asError(thrown, file, text === null ? 'deleted' : 'written');
  }
  for (const backup of useless)
    await rm(backup, { force: true }).catch((thrown: unknown) => {
      throw new PalaceError('E_SETTINGS', `${backup} could not be deleted (${reasonOf(thrown)}).`, {
        cause: thrown,
        remedy: 'Delete this backup yourself: the settings are as they were before the hooks.',
      });
    });
};

/** Removes a folder that holds nothing. One that holds something, and a link to one, stay; so does one that can't be removed. */
export const removeIfEmpty = async (folder: string): Promise<void> => {
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) await rmdir(folder).catch(() => undefined);
};

const replace = async (target: string, text: string, mode: number): Promise<void> => {
  const fresh = `${target}.${randomBytes(6).toString('hex')}.new`;
  try {
    const handle = await open(fresh, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameFile(fresh, target);
  } catch (thrown) {
    await rm(fresh, { force: true });
    throw thrown;
  }
};
