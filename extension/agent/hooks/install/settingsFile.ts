import { randomBytes } from 'node:crypto';
import { constants, copyFile, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { compactTime } from '../../../base/time.ts';
import { isErrno, reasonOf } from '../../../base/files/errno.ts';
import { readGuarded } from '../../../base/files/guardedFile.ts';
import { makeFolder } from '../../../base/files/makeFolder.ts';
import { renameFile } from '../../../base/files/renameFile.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';

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
  if ((await readSettings(file)) !== before)
    throw new PalaceError('E_SETTINGS', `${file} was changed in the meantime.`, {
      remedy: 'Run it again: nothing was written.',
    });
  try {
    const target = await behindLinks(file);
    await makeFolder(path.dirname(target));
    const old = await stat(target).catch(() => undefined);
    const backup = old === undefined ? null : `${target}.backup-${compactTime(now.toISOString())}`;
    if (backup !== null) await copyFile(target, backup, constants.COPYFILE_EXCL);
    await replace(target, text, (old?.mode ?? 0o600) & 0o777);
    return backup;
  } catch (thrown) {
    throw asError(thrown, file, 'written');
  }
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
