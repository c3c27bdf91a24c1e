import { createHash } from 'node:crypto';
import path from 'node:path';
import { isErrno } from '../base/files/errno.ts';
import { makeFolderSync } from '../base/files/makeFolder.ts';
import { realFolder } from '../base/files/realFolder.ts';
import { replaceFileSync } from '../base/files/replaceFile.ts';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { guarded } from './ownership/guard.ts';

/** The file outside a palace's folder in which this program keeps what a person has set for that palace. */
export const keptFile = (kind: 'links' | 'teams', folder: string, data: string): string =>
  path.join(data, kind, `${createHash('sha256').update(realFolder(folder)).digest('hex').slice(0, 16)}.json`);

/**
 * Reads and writes a file in which people have set something while no other program does, so that no change of theirs is lost.
 * Makes its folder. Throws E_SETTINGS if another program does not finish in time, and the errors of `node:fs`.
 */
export const changingKept = async <T>(file: string, change: () => T): Promise<T> => {
  makeFolderSync(path.dirname(file), 0o700);
  try {
    return await guarded(file, () => undefined, change);
  } catch (thrown) {
    if (!isErrno(thrown, 'ELOCKED')) throw thrown;
    throw new PalaceError('E_SETTINGS', errorText`Another program is changing ${file}.`, {
      cause: thrown,
      remedy: 'Try again in a few seconds; nothing was changed.',
    });
  }
};

/** Replaces such a file; only this user can read it. */
export const writeKept = (file: string, document: unknown): void => {
  makeFolderSync(path.dirname(file), 0o700);
  replaceFileSync(file, `${JSON.stringify(document, null, 2)}\n`, 0o600);
};
