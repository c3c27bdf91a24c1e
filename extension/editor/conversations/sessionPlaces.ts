import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A program whose sessions can be found without a path. */
export type SessionProgram = 'claude' | 'codex' | 'continue';

/** Where the programs keep their sessions: in the home folder, unless their own variables say otherwise. */
export const sessionRoots = (
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<SessionProgram, string>> => ({
  claude: path.join(env['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude'), 'projects'),
  codex: path.join(env['CODEX_HOME'] || path.join(home, '.codex'), 'sessions'),
  continue: path.join(env['CONTINUE_GLOBAL_DIR'] || path.join(home, '.continue'), 'sessions'),
});

/** The name of the folder in which Claude Code keeps the sessions held in a folder. */
export const claudeFolderName = (folder: string): string => folder.replace(/[^A-Za-z0-9]/g, '-');

/**
 * The folders that may contain sessions of a workspace; their content shows which sessions took place elsewhere.
 * Claude Code has a folder for each folder it was started in, whose name begins with the workspace's; Codex and
 * Continue have one for all. Empty if the program was never used.
 */
export const sessionFolders = async (
  program: SessionProgram,
  root: string,
  workspaceFolders: readonly string[],
): Promise<readonly string[]> => {
  if (program !== 'claude') return (await isFolder(root)) ? [root] : [];
  const names = workspaceFolders.map(claudeFolderName);
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() && names.some((name) => entry.name === name || entry.name.startsWith(`${name}-`)),
    )
    .map(({ name }) => path.join(root, name))
    .sort();
};

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
