import { diskFull, writeRefused } from '../../base/files/errno.ts';
import type { ErrorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { errnoName } from './realFile/wasiErrno.ts';

/** Turns a file error into a coded error with the text for its errno; any other error is returned unchanged. */
export const diskError = (thrown: unknown, textOf: (errno: string) => ErrorText): unknown => {
  if (thrown instanceof PalaceError) return thrown;
  const name = errnoName(thrown);
  if (name === undefined) return thrown;
  const code = diskFull.includes(name)
    ? 'E_DISK_FULL'
    : writeRefused.includes(name)
      ? 'E_PALACE_READ_ONLY'
      : 'E_DISK_ERROR';
  return new PalaceError(code, textOf(name), { cause: thrown });
};
