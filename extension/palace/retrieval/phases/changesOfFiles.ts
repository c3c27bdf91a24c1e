import * as z from 'zod';
import { filesOfCommit } from '../../model/source/filesOfCommit.ts';
import { folderRegistryKey, minedFolders, parseFolderRegistry } from '../../model/source/folderRegistry.ts';
import { repositoryProperty, repositoryRoot } from '../../model/source/repositoryRoot.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import type { Candidate } from '../candidates/candidate.ts';

export const fileChangeSchema = z.object({
  /** IDs of the commit and of the files' drawers. */
  commit: z.string(),
  drawers: z.array(z.string()),
  /** How many files the commit changed in all. */
  files: z.number(),
});
/** A commit among the candidates that changed files among them. */
type FileChange = z.infer<typeof fileChangeSchema>;

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
  const mined = minedFolders(parseFolderRegistry(read.meta(folderRegistryKey)));
  const folders = read.propertyOf(
    commits.map(({ drawer }) => drawer.id),
    repositoryProperty,
  );
  return commits.flatMap(({ drawer: { id, text, wing } }) => {
    const { names, count } = filesOfCommit(text);
    const folder = folders.get(id);
    const root = folder === undefined ? null : repositoryRoot(folder);
    const drawers =
      root !== null && mined.touch(root)
        ? names.flatMap((name) => drawersOf.get(mined.palacePath(`${root}${name}`) ?? '') ?? [])
        : names.flatMap((name) => drawersOf.get(name) ?? []).filter(({ drawer }) => drawer.wing === wing);
    return drawers.length === 0
      ? []
      : [{ commit: id, files: count, drawers: drawers.map(({ drawer }) => drawer.id) }];
  });
};
