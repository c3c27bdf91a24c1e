import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expandHome } from '../base/files/expandHome.ts';
import { homeFolder } from '../base/files/homeFolder.ts';
import { realFolder } from '../base/files/realFolder.ts';
import { mainWorkTree } from './mainWorkTree.ts';

/** This program's data folder, the same for the editor and the command line. */
export const dataFolder = (
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string => {
  if (platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(homeFolder(), 'AppData', 'Local'), 'synapse-palace');
  if (platform === 'darwin') return path.join(homeFolder(), 'Library', 'Application Support', 'synapse-palace');
  // By its specification, a relative path is ignored: it would give each current folder palaces of its own.
  const given = env['XDG_DATA_HOME'] ?? '';
  const data = path.isAbsolute(given) ? given : path.join(homeFolder(), '.local', 'share');
  return path.join(data, 'synapse-palace');
};

/** The palace's folder for a workspace: `<data>/palaces/<slug>-<8 hex of the path's SHA-256>`. */
export const palaceFolderOf = (workspace: string, data = dataFolder()): string => {
  const real = realFolder(workspace);
  const slug =
    path
      .basename(real)
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .slice(0, 40) || 'workspace';
  return path.join(data, 'palaces', `${slug}-${createHash('sha256').update(real).digest('hex').slice(0, 8)}`);
};

/** A workspace and the folder of its palace, both absolute. */
export interface PalaceLocation {
  readonly workspace: string;
  readonly folder: string;
}

/**
 * Where the palace is: in the `chosen` folder, else in SYNAPSE_PALACE_HOME, else in that of the workspace around `folder`.
 * With `exactly`, `folder` itself is the workspace.
 */
export const locatePalace = (chosen: string | undefined, folder: string, exactly = false): PalaceLocation => {
  const workspace = exactly ? path.resolve(folder) : workspaceAround(folder);
  const palace = chosen ?? process.env['SYNAPSE_PALACE_HOME'];
  return {
    workspace,
    folder: palace === undefined || palace === '' ? palaceFolderOf(workspace) : path.resolve(expandHome(palace)),
  };
};

/**
 * The same for an agent's session. In a linked worktree that has no palace, as agents make them for one task, it is the palace of
 * the repository's main working tree, if that has one.
 */
export const locatePalaceOfSession = (chosen: string | undefined, folder: string): PalaceLocation => {
  const found = locatePalace(chosen, folder);
  if (hasPalace(found.folder)) return found;
  const main = mainWorkTree(found.workspace);
  const other = main === null ? found : locatePalace(chosen, main);
  return hasPalace(other.folder) ? other : found;
};

/** Whether there is a palace in the folder, sound or not. */
export const hasPalace = (folder: string): boolean => existsSync(path.join(folder, 'palace.sqlite'));

/**
 * The workspace around a folder: the folder or its nearest ancestor that has a palace, else the nearest that has a `.git`,
 * else the folder itself.
 */
const workspaceAround = (folder: string): string => {
  const data = dataFolder();
  const start = path.resolve(folder);
  const ancestors: string[] = [];
  for (let at = start; ; at = path.dirname(at)) {
    ancestors.push(at);
    if (path.dirname(at) === at) break;
  }
  return (
    ancestors.find((at) => hasPalace(palaceFolderOf(at, data))) ??
    ancestors.find((at) => existsSync(path.join(at, '.git'))) ??
    start
  );
};
