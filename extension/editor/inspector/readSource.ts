import { isErrno } from '../../base/files/errno.ts';
import { readGuarded, RefusedFile } from '../../base/files/guardedFile.ts';
import { sourcePaths } from '../source/sourcePaths.ts';
import type { ReadSource } from '../source/hitFreshness.ts';

/** The largest file that a setting lets be mined, in bytes. */
const mostSourceBytes = 16 << 20;

/** Reads a source from the workspace's folders; null where none of them has it. Other failures reject. */
export const readSourceIn =
  (folders: () => readonly { readonly path: string; readonly name: string }[]): ReadSource =>
  async (sourceFile) => {
    for (const file of sourcePaths(sourceFile, folders())) {
      try {
        return await readGuarded(file, { mostBytes: mostSourceBytes });
      } catch (thrown) {
        if (!(thrown instanceof RefusedFile) && !isErrno(thrown, 'ENOENT', 'ENOTDIR')) throw thrown;
      }
    }
    return null;
  };
