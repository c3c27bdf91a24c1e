import { homedir, userInfo } from 'node:os';
import path from 'node:path';

/** The user's home folder, also where `HOME` is empty or relative, as it is for some services and in some containers. */
export const homeFolder = (): string => {
  const named = homedir();
  return path.isAbsolute(named) ? named : userInfo().homedir;
};
