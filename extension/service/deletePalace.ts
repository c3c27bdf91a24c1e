import { rmSync } from 'node:fs';
import { lstat, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isErrno, reasonOf, writeRefused } from '../base/files/errno.ts';
import { readGuarded } from '../base/files/guardedFile.ts';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { editorProfilesFile } from '../palace/contract/caller.ts';
import { settingsFiles } from '../palace/filing/settingsFiles.ts';
import {
  backupsFolder,
  checkedFile,
  foreignLogName,
  importScratch,
  indexFile,
  journalFile,
  logFile,
  palaceFile,
  rewrittenFile,
  wholeFile,
  workFile,
} from '../palace/store/palaceFiles.ts';
import { copyToRepairFrom } from './copyToRepairFrom.ts';
import { changingKept } from './keptFile.ts';
import { forgetLinks } from './links/linkFile.ts';
import { forgetTeam } from './team/teamFile.ts';
import { noteFile } from './ownership/ownerNote.ts';
import { lockPalace } from './ownership/palaceLock.ts';
import { tokenFile } from './socket/ownerToken.ts';
import { removeStaleSockets } from './socket/socketPlace.ts';

/**
 * The files that this program makes in a palace's folder, in order of deletion. The log goes before its database: if the
 * deletion is interrupted, a log without a database would look like damage.
 */
const files = [
  wholeFile,
  logFile,
  `${palaceFile}-shm`,
  journalFile,
  `${logFile}.new`,
  `${journalFile}.new`,
  `${palaceFile}.new`,
  palaceFile,
  indexFile,
  `${indexFile}.new`,
  checkedFile,
  `${checkedFile}.new`,
  `${workFile}-wal`,
  `${workFile}-journal`,
  workFile,
  `${rewrittenFile}-journal`,
  rewrittenFile,
  tokenFile,
  `${tokenFile}.new`,
  `${noteFile}.new`,
  settingsFiles.editor,
  editorProfilesFile,
] as const;
/** What a process leaves that is killed while it writes settings or profiles. */
const unfinishedFile = /^(?:settings|settings\.editor|profiles\.editor)\.json\.\d+\.new$/;
const backupFile = /^(?:palace-\d{8}T\d{9}Z-r\d+|unfinished(?:-[0-9a-f]{8})?)\.sqlite(?:-wal|-shm|-journal)?$/;
/** Folders in which a repair keeps the damaged files. */
const damagedFolder = /^damaged-\d{8}T\d{9}Z$/;
const ownIgnore = '*\n';

interface DeletedPalace {
  /** Names in the folder that are not this program's and so were kept. Empty if the folder was deleted too. */
  readonly left: readonly string[];
}

/**
 * Deletes a closed palace: the known files, and the folder if nothing else is in it. Files of other programs are not touched,
 * and links are not followed. Errors: E_PALACE_NOT_FOUND, E_PALACE_IN_USE, E_PALACE_READ_ONLY, E_DISK_ERROR.
 */
export const deletePalace = async (folder: string): Promise<DeletedPalace> => {
  const database = await lstat(path.join(folder, palaceFile)).catch(() => undefined);
  // Where its file is gone, its backups can still be deleted.
  if (database === undefined ? copyToRepairFrom(folder) === undefined : !database.isFile())
    throw new PalaceError('E_PALACE_NOT_FOUND', errorText`There is no palace in ${folder}.`, {
      remedy: 'Nothing to do: nothing was deleted.',
    });
  const lock = await lockPalace(folder, () => undefined);
  try {
    // If this is a link, the link is removed and its target stays.
    await rm(path.join(folder, importScratch), { recursive: true, force: true });
    // Backups without their palace would look like a palace that was lost.
    await deleteBackups(path.join(folder, backupsFolder));
    for (const name of files) await rm(path.join(folder, name), { force: true });
    const own = path.join(folder, settingsFiles.own);
    // A program that was killed while it changed the settings has left their guard.
    await changingKept(own, () => rmSync(own, { force: true }));
    for (const name of await readdir(folder))
      if (damagedFolder.test(name)) await deleteKept(path.join(folder, name));
      else if (unfinishedFile.test(name) || foreignLogName.test(name)) await unlink(path.join(folder, name));
    const ignore = path.join(folder, '.gitignore');
    if (
      (await readGuarded(ignore, { mostBytes: 4096, mayBeLink: false }).catch(() => '')).toString() === ownIgnore
    )
      await unlink(ignore);
    removeStaleSockets(folder);
    forgetLinks(folder);
    forgetTeam(folder);
  } catch (thrown) {
    throw asPalaceError(thrown, folder);
  } finally {
    await lock.release();
  }
  const left = await readdir(folder);
  if (left.length === 0) await rmdir(folder);
  return { left };
};

const deleteBackups = async (folder: string): Promise<void> => {
  const stat = await lstat(folder).catch(() => undefined);
  if (stat?.isDirectory() !== true) return;
  for (const name of await readdir(folder)) if (backupFile.test(name)) await unlink(path.join(folder, name));
  if ((await readdir(folder)).length === 0) await rmdir(folder);
};

const deleteKept = async (folder: string): Promise<void> => {
  const stat = await lstat(folder);
  if (!stat.isDirectory()) return;
  for (const name of [logFile, journalFile, palaceFile]) await rm(path.join(folder, name), { force: true });
  if ((await readdir(folder)).length === 0) await rmdir(folder);
};

const asPalaceError = (thrown: unknown, folder: string): PalaceError => {
  if (thrown instanceof PalaceError) return thrown;
  return new PalaceError(
    isErrno(thrown, ...writeRefused) ? 'E_PALACE_READ_ONLY' : 'E_DISK_ERROR',
    errorText`The palace in ${folder} could not be deleted completely (${reasonOf(thrown)}).`,
    {
      cause: thrown,
      remedy: 'Close what uses its files, then delete it again to remove the rest.',
    },
  );
};
