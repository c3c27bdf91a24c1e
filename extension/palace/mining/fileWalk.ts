import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import { isInside } from '../../base/files/pathInside.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { FileAccess, FolderEntry } from './fileAccess.ts';
import { contextAround, contextIn, type FolderContext } from './folderContext.ts';
import { isLockFile } from './generatedFiles.ts';
import type { OnRefusedRules } from './gitignoreFiles.ts';
import { excludeMatcher, isIgnored } from './ignoreRules.ts';
import { palaceFile } from '../store/palaceFiles.ts';
import type { PalaceError } from '../model/errors/palaceError.ts';
import { realPalaceFolder, walkRoots } from './walkRoots.ts';

/** Why the walk left out something that is neither ignored nor excluded. */
type WalkSkipReason =
  | 'unreadable'
  | 'not_a_file'
  | 'generated'
  /**
   * A file of rules that is not a regular file, is too large, is a link that leads out, or may not be read. The walk
   * continues without its rules.
   */
  | 'rules_refused'
  | 'symlink_outside'
  | 'symlink_cycle'
  | 'symlink_duplicate'
  | 'symlink_broken';

export interface WalkedFile {
  readonly kind: 'file';
  /** Index of the workspace folder. */
  readonly folder: number;
  /** Relative to the workspace folder, with `/`. */
  readonly path: string;
  readonly absolutePath: string;
  /** Relative path of the nearest enclosing project's folder; `''` for the workspace folder. */
  readonly wingRoot: string;
}

interface WalkSkip {
  readonly kind: 'skipped';
  readonly folder: number;
  readonly path: string;
  readonly reason: WalkSkipReason;
}

export interface WalkOptions {
  readonly files: FileAccess;
  /** Globs in gitignore syntax on paths relative to each folder. No `.gitignore` can re-include what they exclude. */
  readonly exclude?: readonly string[];
  /** Absolute path; never walked. */
  readonly palaceFolder?: string;
  readonly signal?: AbortSignal;
  /** Called first, for each folder of the list that can't be read. Absent: such a folder ends the walk. */
  readonly onUnread?: (folder: number, error: PalaceError) => void;
}

/** Names of files and folders that are never walked. */
export const alwaysExcluded: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** Files by which a palace's owner and its clients know each other: any program that can read them may open the palace. */
const ownersFiles = /^owner(?:\.(?:token|json)|-.*\.sock)/;

/** What git keeps in a bare repository, beside which people keep its worktrees. */
const gitsOwn =
  /^(?:[A-Z_]*HEAD|branches|config|config\.worktree|description|gc\.(?:log|pid)|hooks|index|info|lfs|logs|modules|objects|packed-refs|refs|reftable|rr-cache|shallow|worktrees)$/;

interface Visit {
  readonly folder: number;
  readonly path: string;
  /** With symlinks resolved. */
  readonly realPath: string;
  /** What holds around it. */
  readonly context: FolderContext;
}

/**
 * Every file to be mined under the folders, in a fixed order: folder by folder by name, then the targets of symlinks. A
 * symlink is followed if its target is inside one of the folders. What the walk reaches directly is not walked a second
 * time through a link. Nested folders of the list are walked once, as themselves.
 * Errors: E_FOLDER_UNREADABLE naming a folder of the list that can't be read, unless others can and `onUnread` is there to
 * be told; E_CANCELLED.
 */
export async function* walkFiles(
  folders: readonly string[],
  options: WalkOptions,
): AsyncGenerator<WalkedFile | WalkSkip> {
  const { files, palaceFolder, onUnread } = options;
  const roots = await walkRoots(files, folders, onUnread);
  const palace = palaceFolder === undefined ? undefined : await realPalaceFolder(files, palaceFolder);
  yield* new Walk(options, roots, palace).run();
}

class Walk {
  readonly #files: FileAccess;
  readonly #excluded: (path: string, isFolder: boolean) => boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #roots: readonly (string | undefined)[];
  readonly #palace: string | undefined;
  readonly #walkedFolders = new Set<string>();
  readonly #walkedFiles = new Set<string>();
  readonly #links: Visit[] = [];
  readonly #refused: WalkSkip[] = [];

  constructor(options: WalkOptions, roots: readonly (string | undefined)[], palace: string | undefined) {
    this.#files = options.files;
    this.#excluded = excludeMatcher(options.exclude ?? []);
    this.#signal = options.signal;
    this.#roots = roots;
    this.#palace = palace;
  }

  async *run(): AsyncGenerator<WalkedFile | WalkSkip> {
    for (const [folder, realPath] of this.#roots.entries()) {
      if (realPath === undefined || this.#walkedFolders.has(realPath)) continue;
      yield* this.#folder({
        folder,
        path: '',
        realPath,
        context: await contextAround(this.#files, realPath, this.#refuses(folder)),
      });
    }
    // Links come last, so that files in the folders themselves get their own path.
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) yield* this.#link(link);
    yield* this.#refused;
  }

  #refuses(folder: number): OnRefusedRules {
    return (file) => {
      const place = path
        .relative(this.#roots[folder] ?? '', file)
        .split(path.sep)
        .join('/');
      this.#refused.push(skip({ folder, path: place }, 'rules_refused'));
    };
  }

  async *#folder(visit: Visit): AsyncGenerator<WalkedFile | WalkSkip> {
    stopIfAborted(this.#signal, 'The scan was cancelled.');
    this.#walkedFolders.add(visit.realPath);
    let entries: FolderEntry[];
    try {
      entries = await this.#files.list(visit.realPath);
    } catch {
      yield skip(visit, 'unreadable');
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    // What is filed in a palace is no text of the workspace. The workspace folder itself may have been made one.
    const isPalace = entries.some(({ name }) => name === palaceFile);
    if (isPalace && visit.path !== '') return;
    const isRepository = isBareRepository(entries);
    const context = await contextIn(this.#files, visit, entries, this.#refuses(visit.folder));
    for (const entry of entries) {
      if ((isPalace && ownersFiles.test(entry.name)) || (isRepository && gitsOwn.test(entry.name))) continue;
      const child: Visit = {
        folder: visit.folder,
        path: visit.path === '' ? entry.name : `${visit.path}/${entry.name}`,
        realPath: path.join(visit.realPath, entry.name),
        context,
      };
      if (!this.#isLeftOut(child, entry)) yield* this.#entry(child, entry);
    }
  }

  async *#entry(child: Visit, { name, kind }: FolderEntry): AsyncGenerator<WalkedFile | WalkSkip> {
    if (kind === 'symlink') this.#links.push(child);
    // A name that is not UTF-8 is listed with U+FFFD in it, and nothing can be opened by it.
    else if (name.includes('\ufffd') && !(await this.#exists(child.realPath))) yield skip(child, 'unreadable');
    else if (kind === 'other') yield skip(child, 'not_a_file');
    else if (kind === 'file') yield* this.#file(child);
    else if (this.#roots.includes(child.realPath)) return;
    else if (this.#walkedFolders.has(child.realPath)) yield skip(child, 'symlink_duplicate');
    else yield* this.#folder(child);
  }

  #exists(file: string): Promise<boolean> {
    return this.#files.stat(file).then(
      () => true,
      (error: unknown) => !isErrno(error, 'ENOENT'),
    );
  }

  *#file(child: Visit): Generator<WalkedFile | WalkSkip> {
    if (this.#walkedFiles.has(child.realPath)) {
      yield skip(child, 'symlink_duplicate');
      return;
    }
    this.#walkedFiles.add(child.realPath);
    if (isLockFile(path.basename(child.realPath)) || isIgnored(child.context.generated, child.path, false))
      yield skip(child, 'generated');
    else
      yield {
        kind: 'file',
        folder: child.folder,
        path: child.path,
        absolutePath: child.realPath,
        wingRoot: child.context.wingRoot,
      };
  }

  async *#link(link: Visit): AsyncGenerator<WalkedFile | WalkSkip> {
    let target: string;
    let kind: FolderEntry['kind'];
    try {
      target = await this.#files.realPath(link.realPath);
      kind = (await this.#files.stat(target)).kind;
    } catch (error) {
      yield skip(link, linkProblem(error));
      return;
    }
    const root = this.#roots.find((candidate) => candidate !== undefined && isInside(target, candidate));
    const visit: Visit = { ...link, realPath: target };
    if (root === undefined || this.#isHidden(root, target)) yield skip(link, 'symlink_outside');
    else if (kind === 'other') yield skip(link, 'not_a_file');
    else if (isInside(link.realPath, target)) yield skip(link, 'symlink_cycle');
    else if (kind === 'file') yield* this.#file(visit);
    else if (this.#walkedFolders.has(target)) yield skip(link, 'symlink_duplicate');
    else if (!this.#excluded(link.path, true) && !isIgnored(link.context.ignored, link.path, true))
      yield* this.#folder(visit);
  }

  #isLeftOut(child: Visit, { name, kind }: FolderEntry): boolean {
    const isFolder = kind === 'folder';
    return (
      alwaysExcluded.has(name) ||
      child.realPath === this.#palace ||
      this.#excluded(child.path, isFolder) ||
      isIgnored(child.context.ignored, child.path, isFolder)
    );
  }

  /** Whether a link's target is somewhere that the walk itself never goes. */
  #isHidden(root: string, target: string): boolean {
    if (this.#palace !== undefined && isInside(target, this.#palace)) return true;
    return path
      .relative(root, target)
      .split(path.sep)
      .some((segment) => alwaysExcluded.has(segment));
  }
}

/** By the three names without which git takes no folder for a repository. */
const isBareRepository = (entries: readonly FolderEntry[]): boolean =>
  entries.some(({ name }) => name === 'HEAD') &&
  ['objects', 'refs'].every((folder) => entries.some(({ name, kind }) => name === folder && kind === 'folder'));

const skip = (visit: Pick<Visit, 'folder' | 'path'>, reason: WalkSkipReason): WalkSkip => ({
  kind: 'skipped',
  folder: visit.folder,
  path: visit.path,
  reason,
});

const linkProblem = (error: unknown): WalkSkipReason =>
  isErrno(error, 'ELOOP') ? 'symlink_cycle' : isErrno(error, 'ENOENT') ? 'symlink_broken' : 'unreadable';
