import path from 'node:path';
import { isInside } from '../../base/files/pathInside.ts';

/** A path, or a place in a file, as sources have it: from the workspace's root, also where it is absolute or begins with `./`. */
export const sourcePath = (given: string, workspace: string): string => {
  const inside = path.isAbsolute(given) ? path.relative(workspace, given) : given;
  if (inside === '' || (path.isAbsolute(given) && !isInside(given, workspace))) return given;
  return inside.replaceAll(path.sep, '/').replace(/^(?:\.\/)+/, '');
};
