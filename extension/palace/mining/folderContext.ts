import path from 'node:path';
import type { FileAccess, FolderEntry } from './fileAccess.ts';
import { withGenerated } from './generatedFiles.ts';
import { ruleText, withRulesOf, type OnRefusedRules } from './gitignoreFiles.ts';
import { noIgnoreRules, type IgnoreRules } from './ignoreRules.ts';
import { declaredProjects, type DeclaredProjects } from './projects/declaredProjects.ts';
import { rulesAround, withExcludesOf } from './repositoryRules.ts';
import { isProjectRoot, namesManifest } from '../filing/wings.ts';

/** What holds for the files in a folder, and for the folders below it until they say otherwise. */
export interface FolderContext {
  /** Relative path of the nearest enclosing project's folder; `''` for the workspace folder. */
  readonly wingRoot: string;
  /** Which files are ignored. */
  readonly ignored: IgnoreRules;
  /** Which files are generated, by `.gitattributes`. */
  readonly generated: IgnoreRules;
  /** The projects that the enclosing folders declare, and the depth of each of these folders. */
  readonly declared: readonly { readonly depth: number; readonly has: DeclaredProjects }[];
}

/** A folder: its path relative to the workspace folder, its absolute path with symlinks resolved, and what holds around it. */
interface FolderInContext {
  readonly path: string;
  readonly realPath: string;
  readonly context: FolderContext;
}

/** What holds around a workspace folder (absolute, links resolved), whose own files are not read yet. */
export const contextAround = async (
  files: FileAccess,
  root: string,
  onRefused: OnRefusedRules,
): Promise<FolderContext> => ({
  wingRoot: '',
  ignored: await rulesAround(files, root, onRefused),
  generated: noIgnoreRules,
  declared: [],
});

/**
 * What holds in a folder, by what holds around it and by the folder's own files: its `.gitignore`, its repository's excludes, its
 * `.gitattributes` and its manifest.
 */
export const contextIn = async (
  files: FileAccess,
  folder: FolderInContext,
  entries: readonly FolderEntry[],
  onRefused: OnRefusedRules,
): Promise<FolderContext> => {
  const { path: relative, realPath, context: around } = folder;
  const names = entries.map(({ name }) => name);
  const segments = relative === '' ? [] : relative.split('/');
  const isDeclared = around.declared.some(({ depth, has }) => has(segments.slice(depth)));
  const isProject = isDeclared ? names.some(namesManifest) : isProjectRoot(relative, names);
  const ignored = await ignoredIn(files, folder, entries, onRefused);
  const attributes = names.includes('.gitattributes')
    ? await ruleText(files, path.join(realPath, '.gitattributes'), realPath, onRefused)
    : undefined;
  const has = await declaredProjects(files, realPath, names);
  return {
    wingRoot: isProject ? relative : around.wingRoot,
    ignored,
    generated: attributes === undefined ? around.generated : withGenerated(around.generated, relative, attributes),
    declared: has === null ? around.declared : [...around.declared, { depth: segments.length, has }],
  };
};

const ignoredIn = async (
  files: FileAccess,
  { path: folder, realPath, context }: FolderInContext,
  entries: readonly FolderEntry[],
  onRefused: OnRefusedRules,
): Promise<IgnoreRules> => {
  const isNested = folder !== '' && entries.some(({ name }) => name === '.git');
  const ignored = isNested
    ? await withExcludesOf(files, context.ignored, folder, realPath, onRefused)
    : context.ignored;
  return entries.some(({ name, kind }) => name === '.gitignore' && kind === 'file')
    ? withRulesOf(files, ignored, folder, realPath, onRefused)
    : ignored;
};
