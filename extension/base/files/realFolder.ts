import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Most links that lead on to each other; the system's own limit. */
const mostLinks = 40;

/**
 * A folder's path with links resolved. Those to and around a folder that is gone, renamed for instance, are resolved as before, so
 * that what is kept by this path is found.
 */
export const realFolder = (folder: string, links = mostLinks): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    const at = path.resolve(folder);
    const around = path.dirname(at);
    const target = links === 0 ? undefined : targetOf(at);
    if (target !== undefined) return realFolder(path.resolve(around, target), links - 1);
    return around === at ? at : path.join(realFolder(around, links), path.basename(at));
  }
};

/** Where a link leads; undefined if it is none. */
const targetOf = (link: string): string | undefined => {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
};
