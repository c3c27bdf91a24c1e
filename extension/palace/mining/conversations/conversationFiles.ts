import path from 'node:path';
import { isErrno } from '../../../base/errno.ts';
import { errorText } from '../../model/errorText.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { FileAccess } from '../fileAccess.ts';

/** A file to look at. */
export interface ConversationFile {
  /** Absolute path. */
  readonly path: string;
  /** Whether the request names the file itself, not a folder that contains it. */
  readonly isNamed: boolean;
}

export interface FoundFiles {
  readonly files: readonly ConversationFile[];
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

const endings = new Set(['.jsonl', '.json', '.md', '.markdown', '.txt']);
const skippedFolders = new Set(['node_modules', '.git']);

/**
 * The requested files, and the files below the requested folders that have a matching ending, in order. Links are not
 * followed. A session's own helpers (`subagents/`) are left out.
 */
export const findConversationFiles = async (
  access: FileAccess,
  paths: readonly string[],
  between: () => Promise<void>,
): Promise<FoundFiles> => {
  const files = new Map<string, ConversationFile>();
  const problems: { file: string; reason: string }[] = [];
  const walk = async (folder: string): Promise<void> => {
    await between();
    for (const { name, kind } of (await access.list(folder)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const found = path.join(folder, name);
      if (kind === 'folder' && name === 'subagents') problems.push({ file: found, reason: 'helper' });
      else if (kind === 'folder' && !skippedFolders.has(name))
        await walk(found).catch((error: unknown) => void problems.push(unreadable(found, error)));
      else if (kind === 'file' && endings.has(path.extname(name).toLowerCase()) && !files.has(found))
        files.set(found, { path: found, isNamed: false });
    }
  };
  for (const named of paths) {
    if (!path.isAbsolute(named))
      throw new PalaceError('E_USAGE', errorText`“${named}” is not an absolute path.`, {
        remedy: 'Give the full path of each file.',
      });
    const target = path.normalize(named);
    try {
      const { kind } = await access.stat(target);
      if (kind === 'folder') await walk(target);
      else if (kind === 'file') files.set(target, { path: target, isNamed: true });
      else problems.push({ file: target, reason: 'not_a_file' });
    } catch (error) {
      problems.push(unreadable(target, error));
    }
  }
  return { files: [...files.values()], problems };
};

const unreadable = (file: string, error: unknown): { readonly file: string; readonly reason: string } => {
  if (error instanceof PalaceError) throw error;
  return {
    file,
    reason: isErrno(error, 'ENOENT') ? 'not_found' : 'unreadable',
  };
};
