import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Whether a palace has been made in the folder. */
export const hasPalace = async (folder: string): Promise<boolean> => {
  try {
    return (await stat(path.join(folder, 'palace.sqlite'))).isFile();
  } catch {
    // Absent or unreadable: opening it on demand gives the reason.
    return false;
  }
};
