import { readFile } from 'node:fs/promises';
import { isErrno } from '../../base/errno.ts';
import { sourcePaths } from '../source/sourcePaths.ts';
import type { ReadSource } from '../source/hitFreshness.ts';

/** Reads a source from the workspace's folders; null where none of them has it. Other failures reject. */
export const readSourceIn =
  (folders: () => readonly { readonly path: string; readonly name: string }[]): ReadSource =>
  async (sourceFile) => {
    for (const file of sourcePaths(sourceFile, folders())) {
      try {
        return await readFile(file);
      } catch (thrown) {
        if (!isErrno(thrown, 'ENOENT', 'ENOTDIR', 'EISDIR')) throw thrown;
      }
    }
    return null;
  };
