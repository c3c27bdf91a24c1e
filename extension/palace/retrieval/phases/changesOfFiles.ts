import { changedFiles } from '../../model/source/changedFiles.ts';
import {
  folderRegistryKey,
  palacePaths,
  parseFolderRegistry,
  touchesMinedFolder,
} from '../../model/source/folderRegistry.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import type { Candidate } from '../candidates/candidate.ts';

/** A commit among the candidates that changed files among them. */
export interface FileChange {
  /** IDs of the commit and of the files' drawers. */
  readonly commit: string;
  readonly drawers: string[];
  /** How many files the commit changed in all. */
  readonly files: number;
}

/**
 * Which candidates belong to files that other candidates, commits, changed. A commit of a repository that was mined, or a part of it,
 * names its files; one of elsewhere (another clone) names those of the same path in its wing. Sensitive commits are left out, since a
 * result would show what they did.
 */
export const changesOfFiles = (
  candidates: readonly Candidate[],
  read: Pick<DrawerReads, 'meta' | 'propertyOf'>,
): FileChange[] => {
  const commits = candidates.filter(({ drawer }) => drawer.type === 'git_commit' && !drawer.sensitive);
  const drawersOf = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { type, sourceFile } = candidate.drawer;
    if (type !== 'file' || sourceFile === null) continue;
    drawersOf.set(sourceFile, [...(drawersOf.get(sourceFile) ?? []), candidate]);
  }
  if (commits.length === 0 || drawersOf.size === 0) return [];
  const registry = parseFolderRegistry(read.meta(folderRegistryKey));
  const [palacePath, isMined] = [palacePaths(registry), touchesMinedFolder(registry)];
  const roots = read.propertyOf(
    commits.map(({ drawer }) => drawer.id),
    'repository',
  );
  return commits.flatMap(({ drawer: { id, text, wing } }) => {
    const { names, count } = changedFiles(text);
    const root = roots.get(id)?.replaceAll('\\', '/').replace(/\/+$/, '');
    const drawers =
      root !== undefined && isMined(root)
        ? names.flatMap((name) => drawersOf.get(palacePath(`${root}/${name}`) ?? '') ?? [])
        : names.flatMap((name) => drawersOf.get(name) ?? []).filter(({ drawer }) => drawer.wing === wing);
    return drawers.length === 0
      ? []
      : [{ commit: id, files: count, drawers: drawers.map(({ drawer }) => drawer.id) }];
  });
};
