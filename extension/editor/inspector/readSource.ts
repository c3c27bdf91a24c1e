import { readFile } from 'node:fs/promises';
import { sourcePaths } from '../source/sourcePaths.ts';
import type { ReadSource } from '../source/hitFreshness.ts';

const absent = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Reads a source from the workspace's folders; null where none of them has it. Other failures reject. */
export const readSourceIn =
  (folders: () => readonly { readonly path: string; readonly name: string }[]): ReadSource =>
  async (sourceFile) => {
    for (const file of sourcePaths(sourceFile, folders())) {
      try {
        return await readFile(file);
      } catch (thrown) {
        if (!(thrown instanceof Error && 'code' in thrown && absent.has(thrown.code))) throw thrown;
      }
    }
    return null;
  };
