import path from 'node:path';
import { expandHome } from '../../base/files/expandHome.ts';
import { isInside } from '../../base/files/pathInside.ts';
import { palaceFolderOf } from '../../service/palaceLocation.ts';

/** What a palace needs to know about the window's workspace. */
export interface WorkspaceView {
  /** Folders on this machine's file system, absolute. */
  readonly folders: readonly { readonly path: string; readonly name: string }[];
  /** The `.code-workspace` file if one is saved. */
  readonly file: string | null;
  readonly name: string | null;
  readonly trusted: boolean;
}

export type WindowPalace =
  | {
      readonly kind: 'place';
      readonly folder: string;
      /** The part below the first workspace folder, or null outside. */ readonly inWorkspace: string | null;
    }
  | { readonly kind: 'nowhere'; readonly reason: 'noWorkspace' | 'untrustedLocation' };

const below = (folder: string, parent: string): string | null => {
  const relative = path.relative(parent, folder);
  return relative === '' || !isInside(folder, parent) ? null : relative.split(path.sep).join('/');
};

/**
 * Where the workspace's palace is. A single folder is its own anchor, so the command line finds the same palace. Several
 * folders are anchored at the workspace file, or at the first folder. A palace inside an untrusted workspace is not opened:
 * somebody else may have made it.
 */
export const windowPalace = (workspace: WorkspaceView, location: string, data?: string): WindowPalace => {
  const first = workspace.folders[0];
  if (first === undefined) return { kind: 'nowhere', reason: 'noWorkspace' };
  const anchor = workspace.folders.length > 1 && workspace.file !== null ? workspace.file : first.path;
  const expanded = expandHome(location);
  const folder =
    expanded === ''
      ? palaceFolderOf(anchor, data)
      : path.isAbsolute(expanded)
        ? palaceFolderOf(anchor, expanded)
        : path.resolve(first.path, expanded);
  const inside = workspace.folders.map((root) => below(folder, root.path)).find((part) => part !== null) ?? null;
  if (inside !== null && !workspace.trusted) return { kind: 'nowhere', reason: 'untrustedLocation' };
  return { kind: 'place', folder, inWorkspace: inside };
};
