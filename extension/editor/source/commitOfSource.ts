import { isInside } from '../../base/files/pathInside.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { sourcePaths } from './sourcePaths.ts';
import { commitHash } from '../git/commitText.ts';
import type { GitExtensionApi } from '../git/gitExtension.ts';

/**
 * The commit that a drawer belongs to: a commit's own, else the one that the repository around its file is at. Null
 * if there is none, or if the editor knows no repository.
 */
export const commitOfSource =
  (
    git: () => Promise<Pick<GitExtensionApi, 'repositories'> | null>,
    folders: () => readonly { readonly path: string; readonly name: string }[],
  ) =>
  async (drawer: DrawerView): Promise<string | null> => {
    const { type, source_file: file } = drawer;
    if (type === 'git_commit') return commitHash(drawer);
    // A linked palace's file is in another workspace.
    if (file === null || drawer.palace !== undefined) return null;
    const repositories = (await git())?.repositories ?? [];
    // The innermost repository contains the file.
    const [inner] = sourcePaths(file, folders())
      .flatMap((path) => repositories.filter(({ rootUri }) => isInside(path, rootUri.fsPath)))
      .sort((a, b) => b.rootUri.fsPath.length - a.rootUri.fsPath.length);
    return inner?.state.HEAD?.commit ?? null;
  };
