import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isErrno, reasonOf } from '../../base/errno.ts';
import { readGuarded } from '../../base/guardedFile.ts';
import { errorText } from '../../palace/model/errorText.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';

/** Holds the secret that an owner and its clients share. Only the palace's user can read it. */
export const tokenFile = 'owner.token';

/** Makes a new token for a new owner; it replaces the previous owner's. */
export const makeToken = async (folder: string): Promise<string> => {
  const token = randomBytes(32).toString('hex');
  const file = path.join(folder, tokenFile);
  await writeFile(`${file}.new`, token, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return token;
};

/** Throws E_NOT_ALLOWED if this user may not read it, E_OWNER_GONE on any other failure. */
export const readToken = async (folder: string): Promise<string> => {
  try {
    return (await readGuarded(path.join(folder, tokenFile), { mostBytes: 1024, mayBeLink: false })).toString(
      'utf8',
    );
  } catch (error) {
    throw new PalaceError(
      isErrno(error, 'EACCES', 'EPERM') ? 'E_NOT_ALLOWED' : 'E_OWNER_GONE',
      errorText`The palace's ${tokenFile} in ${folder} can't be read (${reasonOf(error)}).`,
      { cause: error },
    );
  }
};
