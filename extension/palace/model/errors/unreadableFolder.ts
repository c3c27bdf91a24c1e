import { isErrno, reasonOf } from '../../../base/files/errno.ts';
import { errorText } from './errorText.ts';
import { PalaceError } from './palaceError.ts';

/** E_FOLDER_UNREADABLE for a folder that was to be mined. */
export const unreadableFolder = (folder: string, cause: unknown): PalaceError =>
  isErrno(cause, 'ENOENT')
    ? new PalaceError(
        'E_FOLDER_UNREADABLE',
        errorText`The folder ${folder} does not exist: it may have been renamed, moved or deleted.`,
        {
          cause,
          remedy:
            'Open it where it is now. The memory of the old path stays: rename the folder back, or link that palace from the new one (Manage Linked Palaces, synapse-palace link).',
        },
      )
    : new PalaceError('E_FOLDER_UNREADABLE', errorText`The folder ${folder} can't be read: ${reasonOf(cause)}.`, {
        cause,
      });
