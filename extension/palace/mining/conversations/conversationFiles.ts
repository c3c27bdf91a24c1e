import path from 'node:path';
import { isErrno } from '../../../base/files/errno.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { FileAccess } from '../fileAccess.ts';
import { isSlackExport } from './slack/slackExport.ts';

/** A file to look at. */
export interface ConversationFile {
  /** Absolute path. */
  readonly path: string;
  /** Whether the request names the file itself, not a folder that contains it. */
  readonly isNamed: boolean;
  /** The folder of the Slack export in which this is the folder of a channel; null for a file. */
  readonly slackExport: string | null;
}

interface FoundFiles {
  readonly files: readonly ConversationFile[];
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

const endings = new Set(['.jsonl', '.json', '.md', '.markdown', '.txt']);
const skippedFolders = new Set(['node_modules', '.git']);
/** A session's subagents, and Continue's list of its sessions. */
const skippedNames = { folder: 'subagents', file: 'sessions.json' };

/**
 * The requested files, and the files below the requested folders that have a matching ending, in order. Links are
 * not followed. A session's subagents (`subagents/`) are left out. With `mayBeSlack`, a Slack export is recognised
 * by its lists and given channel by channel.
 */
export const findConversationFiles = async (
  access: FileAccess,
  paths: readonly string[],
  between: () => Promise<void>,
  { mayBeSlack }: { readonly mayBeSlack: boolean },
): Promise<FoundFiles> => {
  const files = new Map<string, ConversationFile>();
  const problems: { file: string; reason: string }[] = [];
  const walk = async (folder: string): Promise<void> => {
    await between();
    const entries = (await access.list(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
    const isExport = mayBeSlack && isSlackExport(entries.map(({ name }) => name));
    for (const { name, kind } of entries) {
      const found = path.join(folder, name);
      if (isExport) {
        if (kind === 'folder') files.set(found, { path: found, isNamed: true, slackExport: folder });
      } else if (kind !== 'symlink' && kind !== 'other' && name === skippedNames[kind])
        problems.push({ file: found, reason: 'helper' });
      else if (kind === 'folder' && !skippedFolders.has(name))
        await walk(found).catch((error: unknown) => void problems.push(unreadable(found, error)));
      else if (kind === 'file' && endings.has(path.extname(name).toLowerCase()) && !files.has(found))
        files.set(found, { path: found, isNamed: false, slackExport: null });
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
      const above = path.dirname(target);
      if (kind === 'folder' && mayBeSlack && (await isInSlackExport(access, above)))
        files.set(target, { path: target, isNamed: true, slackExport: above });
      else if (kind === 'folder') await walk(target);
      else if (kind === 'file') files.set(target, { path: target, isNamed: true, slackExport: null });
      else problems.push({ file: target, reason: 'not_a_file' });
    } catch (error) {
      problems.push(unreadable(target, error));
    }
  }
  return { files: [...files.values()], problems };
};

/** The folder above a named one may not be listable. */
const isInSlackExport = (access: FileAccess, folder: string): Promise<boolean> =>
  access.list(folder).then(
    (entries) => isSlackExport(entries.map(({ name }) => name)),
    () => false,
  );

const unreadable = (file: string, error: unknown): { readonly file: string; readonly reason: string } => {
  if (error instanceof PalaceError) throw error;
  return {
    file,
    reason: isErrno(error, 'ENOENT') ? 'not_found' : 'unreadable',
  };
};
