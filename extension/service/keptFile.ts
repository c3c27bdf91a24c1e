import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolderSync } from '../base/files/makeFolder.ts';
import { realFolder } from '../base/files/realFolder.ts';
import { renameFileSync } from '../base/files/renameFile.ts';
import { guarded } from './ownership/guard.ts';

/** The file outside a palace's folder in which this program keeps what a person has set for that palace. */
export const keptFile = (kind: 'links' | 'teams', folder: string, data: string): string =>
  path.join(data, kind, `${createHash('sha256').update(realFolder(folder)).digest('hex').slice(0, 16)}.json`);

/** Reads and writes such a file while no other program does, so that no change of theirs is lost. */
export const changingKept = async <T>(file: string, change: () => T): Promise<T> => {
  makeFolderSync(path.dirname(file), 0o700);
  return guarded(file, () => undefined, change);
};

/** Replaces such a file; only this user can read it. */
export const writeKept = (file: string, document: unknown): void => {
  makeFolderSync(path.dirname(file), 0o700);
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
  renameFileSync(fresh, file);
};
