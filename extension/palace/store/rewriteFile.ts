import { backupDatabase, type BackupSource } from './backupDatabase.ts';
import type { DatabaseEnvironment } from './openDatabase.ts';
import { foreignLogs } from './foreignLog.ts';
import {
  backupsFolder,
  importScratch,
  indexFile,
  inFolder,
  journalFile,
  logFile,
  palaceFile,
  rewrittenFile,
  wholeFile,
  workFile,
} from './palaceFiles.ts';
import type { PalaceCopies } from './palaceStore.ts';
import { syncFolder } from './realFile/fileTable.ts';
import type { FileSystem } from './realFile/fileSystem.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { errnoName } from './realFile/wasiErrno.ts';
import { removeIfThere, syncFile } from './realFile/wholeFiles.ts';

/**
 * Writes the palace into a new file, which has its rows and not a byte of what was deleted, and replaces the old
 * one with it. Whenever the process ends, one of the two is there, complete. `database` is closed on the way, so
 * the next call has to open it. Blocks the thread for the whole copy. Throws `SqlError` and errors of the disk.
 */
export const rewriteFile = (
  { folder, fileSystem, demandTurn }: DatabaseEnvironment,
  database: SqlDatabase,
): void => {
  const [from, to] = [inFolder(folder, rewrittenFile), inFolder(folder, palaceFile)];
  for (const name of [from, `${from}-journal`]) removeIfThere(fileSystem, name);
  database.run(`VACUUM INTO '/${rewrittenFile}'`);
  syncFile(fileSystem, from);
  demandTurn?.();
  database.close();
  // SQLite must never apply the old file's log to the new one.
  for (const name of [logFile, journalFile]) removeIfThere(fileSystem, inFolder(folder, name));
  syncFolder(fileSystem, folder);
  fileSystem.rename(from, to);
  syncFolder(fileSystem, folder);
};

/**
 * Removes every other file that may hold what was deleted: backups, what a repair kept, what was left unfinished,
 * the word index. If there was a backup, a new one is made and checked first. Throws as {@link backupDatabase}.
 */
export const replaceCopies = async (source: BackupSource): Promise<void> => {
  const { folder, fileSystem } = source;
  const copies = copiesIn(fileSystem, folder);
  const made = copies.backups.length > 0 ? await backupDatabase(source) : undefined;
  for (const name of [
    indexFile,
    `${indexFile}.new`,
    ...copies.backups,
    ...copies.others,
    ...copies.foreignLogs,
  ].map((copy) => inFolder(folder, copy)))
    if (name !== made) removeIfThere(fileSystem, name);
  for (const name of [folder, inFolder(folder, backupsFolder)])
    if (listed(fileSystem, name).length > 0) syncFolder(fileSystem, name);
};

const passing = [
  ...[workFile, wholeFile].flatMap((name) => [name, `${name}-wal`, `${name}-journal`]),
  ...[palaceFile, logFile, journalFile].map((name) => `${name}.new`),
];
const backupFile = /^(?:palace-.*|unfinished.*)\.sqlite/;
const keptFolder = /^damaged-/;

/** Throws errors of the disk. */
export const copiesIn = (fileSystem: FileSystem, folder: string): PalaceCopies => {
  const names = listed(fileSystem, folder);
  const below = (name: string): string[] =>
    listed(fileSystem, inFolder(folder, name)).map((file) => `${name}/${file}`);
  return {
    backups: below(backupsFolder).filter((name) => backupFile.test(name.slice(backupsFolder.length + 1))),
    others: [
      ...passing.filter((name) => names.includes(name)),
      ...names.filter((name) => keptFolder.test(name) || name === importScratch).flatMap(below),
    ],
    foreignLogs: foreignLogs({ fileSystem, folder }, names),
  };
};

/** Empty if there is no such folder. */
const listed = (fileSystem: FileSystem, folder: string): string[] => {
  try {
    return fileSystem.list(folder);
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoName(thrown) ?? '')) return [];
    throw thrown;
  }
};
