import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Whether the folder has a palace. */
export const palaceExists = async (folder: string): Promise<boolean> => {
  try {
    return (await stat(path.join(folder, 'palace.sqlite'))).isFile();
  } catch {
    // Absent or unreadable. Opening the palace later gives the reason.
    return false;
  }
};
