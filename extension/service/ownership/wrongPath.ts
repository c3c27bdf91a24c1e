import { lstatSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

const remedy = 'Correct the path, or connect the drive that it is on.';

/** E_FOLDER_UNREADABLE if no folder can be at this path: a link in it leads nowhere, or a file is in the way. Otherwise undefined. */
export const wrongPath = (folder: string): PalaceError | undefined => {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = statOrNone(() => statSync(at));
    const isLink = found === undefined && statOrNone(() => lstatSync(at))?.isSymbolicLink() === true;
    if (isLink || found?.isDirectory() === false)
      return new PalaceError(
        'E_FOLDER_UNREADABLE',
        isLink
          ? errorText`No palace can be created in ${folder}: ${at} is a link that leads nowhere.`
          : errorText`No palace can be created in ${folder}: ${at} is not a folder.`,
        { remedy },
      );
    if (found !== undefined || path.dirname(at) === at) return undefined;
  }
};

const statOrNone = (read: () => Stats): Stats | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** The error for a path below a folder in which the system makes none, such as `/proc`. */
export const noFoldersThere = (folder: string, cause: unknown): PalaceError =>
  new PalaceError(
    'E_FOLDER_UNREADABLE',
    errorText`No palace can be created in ${folder}: the system allows no folders there.`,
    { cause, remedy },
  );
