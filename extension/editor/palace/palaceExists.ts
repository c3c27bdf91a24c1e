import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Whether a palace has been made in the folder. */
export const palaceExists = async (folder: string): Promise<boolean> => {
  try {
    return (await stat(path.join(folder, 'palace.sqlite'))).isFile();
  } catch {
    // Absent or unreadable. Opening the palace later gives the reason.
    return false;
  }
};
