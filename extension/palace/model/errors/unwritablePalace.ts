import { diskFull, isErrno, reasonOf } from '../../../base/files/errno.ts';
import { errorText } from './errorText.ts';
import { PalaceError } from './palaceError.ts';

/** E_PALACE_READ_ONLY, or E_DISK_FULL, for a palace's folder in which nothing can be made. */
export const unwritablePalace = (folder: string, cause: unknown): PalaceError =>
  new PalaceError(
    isErrno(cause, ...diskFull) ? 'E_DISK_FULL' : 'E_PALACE_READ_ONLY',
    errorText`The palace folder ${folder} can't be written (${reasonOf(cause)}).`,
    { cause },
  );
