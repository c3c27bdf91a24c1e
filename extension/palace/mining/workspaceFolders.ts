import path from 'node:path';
import { readableName } from '../filing/wings.ts';
import type { FolderRegistry, RegisteredFolder } from '../model/source/folderRegistry.ts';

/** A workspace folder, and the prefix of its sources' paths: empty, or the folder's name. */
export interface MinedFolder {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** `''` or `<name>/`. */
  readonly prefix: string;
  /** Prefixes that its sources may have from earlier mines; empty if it was never mined. */
  readonly formerPrefixes: readonly string[];
  /** Its own wing as of the last complete mine, also where it was moved since; undefined if there was none. */
  readonly formerWing: string | undefined;
  /** The roots of the projects below it as of the last complete mine. */
  readonly formerNested: readonly string[];
}

/** What a complete mine found in a folder. */
interface MinedContent {
  /** Digest of its wings. */
  readonly places: string;
  /** The wing of the files in the folder itself. */
  readonly wing: string;
  /** The roots of the projects below it, relative to it. */
  readonly nested: readonly string[];
}

/**
 * Gives each folder its prefix. A single folder has none: its sources have plain workspace-relative paths. With several
 * folders, paths begin with the folder's name, as VS Code writes them. If a folder outside this list (mined into the
 * same palace) already has the prefix, the name is used instead, numbered if needed. A folder that was moved takes over
 * the prefix of the one that is `gone`.
 */
export const assignPrefixes = (
  folders: readonly { readonly path: string; readonly name: string }[],
  registry: FolderRegistry,
  gone: ReadonlySet<string>,
): MinedFolder[] => {
  const requested = new Set(folders.map((folder) => path.resolve(folder.path)));
  const held = new Set(
    Object.entries(registry)
      .filter(([folder]) => !requested.has(folder) && !gone.has(folder))
      .map(([, { prefix }]) => prefix),
  );
  return folders.map((folder) => {
    const name = readableName(folder.name);
    let prefix = folders.length === 1 ? '' : `${name}/`;
    for (let number = 1; held.has(prefix); number++) prefix = number === 1 ? `${name}/` : `${name}-${number}/`;
    held.add(prefix);
    const absolute = path.resolve(folder.path);
    const last =
      registry[absolute] ??
      Object.entries(registry).find(([known, entry]) => gone.has(known) && entry.prefix === prefix)?.[1];
    const former = last === undefined ? [] : [...new Set([last.prefix, ...(last.former ?? [])])];
    return {
      path: absolute,
      name: folder.name,
      prefix,
      formerPrefixes: former,
      formerWing: last?.wing,
      formerNested: last?.nested ?? [],
    };
  });
};

/**
 * Finds the folder that a source with this (former) path belongs to, and its path within that folder. Undefined for
 * sources of folders that are not being mined. The longest prefix wins. Without any entry in the registry, nothing was
 * mined here yet: the sources came with an export of this workspace, and have the prefixes that the folders get now.
 */
export const sourceOwners = (
  folders: readonly MinedFolder[],
  registry: FolderRegistry,
): ((sourcePath: string) => { readonly folder: number; readonly path: string } | undefined) => {
  const mined = new Set(folders.map((folder) => folder.path));
  const isFirstMine = Object.keys(registry).length === 0;
  const prefixes = [
    ...folders.flatMap(({ prefix: own, formerPrefixes }, folder) =>
      (isFirstMine ? [own] : formerPrefixes).map((prefix) => ({ prefix, folder })),
    ),
    ...Object.entries(registry)
      .filter(([folder]) => !mined.has(folder))
      .map(([, { prefix }]) => ({ prefix, folder: undefined })),
  ];
  prefixes.sort((a, b) => b.prefix.length - a.prefix.length);
  return (sourcePath) => {
    const owner = prefixes.find(({ prefix }) => sourcePath.startsWith(prefix));
    return owner?.folder === undefined
      ? undefined
      : { folder: owner.folder, path: sourcePath.slice(owner.prefix.length) };
  };
};

/**
 * The registry to store before a run writes its first source, so that an interrupted run leaves no source without a
 * folder.
 */
export const openRegistry = (registry: FolderRegistry, folders: readonly MinedFolder[]): FolderRegistry => {
  return replaceEntries(registry, folders, (folder) => openEntry(registry, folder));
};

const openEntry = (
  registry: FolderRegistry,
  { path: folder, prefix, formerPrefixes, formerWing, formerNested }: MinedFolder,
): RegisteredFolder => {
  const former = formerPrefixes.filter((other) => other !== prefix);
  return {
    prefix,
    ...(former.length > 0 ? { former } : {}),
    places: registry[folder]?.places ?? '',
    ...(formerWing === undefined ? {} : { wing: formerWing }),
    ...(formerNested.length > 0 ? { nested: formerNested } : {}),
  };
};

/**
 * The registry after a complete run. `contents` has one entry per folder: undefined for one that could not be read, whose entry
 * stays open, because its sources were not moved.
 */
export const closeRegistry = (
  registry: FolderRegistry,
  folders: readonly MinedFolder[],
  contents: readonly (MinedContent | undefined)[],
): FolderRegistry => {
  return replaceEntries(registry, folders, (folder, index) => {
    const content = contents[index];
    if (content === undefined) return openEntry(registry, folder);
    const { places, wing, nested } = content;
    return { prefix: folder.prefix, places, wing, ...(nested.length > 0 ? { nested } : {}) };
  });
};

/** The folders' own wings as they were mined last; their names before that. */
export const minedWings = (
  registry: FolderRegistry,
  folders: readonly { readonly path: string; readonly name: string }[],
): string[] => folders.map(({ path: folder, name }) => registry[path.resolve(folder)]?.wing ?? name);

/** The wing of a workspace with this name: its only folder's, once that was mined, else the workspace's name. */
export const wingOfWorkspace = (registry: FolderRegistry, workspace: string): string =>
  Object.entries(registry).find(
    ([folder, { prefix }]) => prefix === '' && readableName(path.basename(folder)) === readableName(workspace),
  )?.[1].wing ?? workspace;

/** A folder whose prefix now belongs to a mined folder is gone and is removed. */
const replaceEntries = (
  registry: FolderRegistry,
  folders: readonly MinedFolder[],
  entryOf: (folder: MinedFolder, index: number) => RegisteredFolder,
): FolderRegistry => {
  const prefixes = new Set(folders.map((folder) => folder.prefix));
  const mined = new Set(folders.map((folder) => folder.path));
  const others = Object.entries(registry).filter(
    ([folder, { prefix }]) => !mined.has(folder) && !prefixes.has(prefix),
  );
  const entries = [
    ...others,
    ...folders.map((folder, index): [string, RegisteredFolder] => [folder.path, entryOf(folder, index)]),
  ];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
};
