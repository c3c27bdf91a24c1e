import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isErrno, reasonOf } from '../../base/files/errno.ts';
import { readGuarded } from '../../base/files/guardedFile.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** Holds the secret that an owner and its clients share. Only the palace's user can read it. */
export const tokenFile = 'owner.token';

/** Makes a new token for a new owner; it replaces the previous owner's. */
export const makeToken = async (folder: string): Promise<string> => {
  const token = randomBytes(32).toString('hex');
  await replaceFile(path.join(folder, tokenFile), [token]);
  return token;
};

/** Throws E_NOT_ALLOWED if this user may not read it, E_OWNER_GONE on any other failure. */
export const readToken = async (folder: string): Promise<string> => {
  try {
    return (
      await readGuarded(path.join(folder, tokenFile), {
        mostBytes: 1024,
        mayBeLink: false,
        isMine: true,
      })
    ).toString('utf8');
  } catch (error) {
    throw new PalaceError(
      isErrno(error, 'EACCES', 'EPERM', 'NOT_MINE') ? 'E_NOT_ALLOWED' : 'E_OWNER_GONE',
      errorText`The palace's ${tokenFile} in ${folder} can't be read (${reasonOf(error)}).`,
      { cause: error },
    );
  }
};
