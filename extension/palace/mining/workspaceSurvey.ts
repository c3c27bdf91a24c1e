import { createHash } from 'node:crypto';
import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import { wingName, type SourceId, type WingName } from '../model/drawer/ids.ts';
import type { PalaceError } from '../model/errors/palaceError.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { SourceRecord } from '../model/source/source.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { FileAccess } from './fileAccess.ts';
import { walkFiles, type WalkedFile } from './fileWalk.ts';
import { projectName } from './projects/projectName.ts';
import { knownSources, type KnownSources } from './knownSources.ts';
import type { MineFilesRequest } from '../filing/mineReport.ts';
import { NORMALIZE_VERSION } from '../filing/normalizeVersion.ts';
import type { ProgressReporter } from '../filing/progressReporter.ts';
import { nameWithoutSecrets } from '../filing/secrets/safeNames.ts';
import { nameWings, readableName, roomOf, type Place, type WingRoot } from '../filing/wings.ts';
import { folderRegistryKey, parseFolderRegistry, type FolderRegistry } from '../model/source/folderRegistry.ts';
import {
  assignPrefixes,
  closeRegistry,
  openRegistry,
  sourceOwners,
  type MinedFolder,
} from './workspaceFolders.ts';

export interface SurveyedFile {
  /** Path as a source: relative to the workspace folder, after the folder's name if there are several. */
  readonly path: string;
  readonly absolutePath: string;
  readonly place: Place;
  /** Whether wings or prefixes changed since the last mine, so that an unchanged file may belong elsewhere. */
  readonly mayHaveMoved: boolean;
}

/** What there is to mine, compared with what was mined before. */
export interface WorkspaceSurvey {
  readonly files: readonly SurveyedFile[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Why folders of the request could not be read. */
  readonly unread: readonly PalaceError[];
  readonly known: KnownSources;
  /** Number of live drawers per source before the run. */
  readonly liveDrawers: ReadonlyMap<SourceId, number>;
  /** The palace's metadata to store before the run's first write, and once the run is complete. */
  readonly before: ReadonlyMap<string, string>;
  /** Wings that have a new name now. */
  readonly renamedWings: readonly { readonly from: WingName; readonly to: WingName }[];
  readonly after: ReadonlyMap<string, string>;
}

interface SurveyOptions {
  readonly files: FileAccess;
  readonly palaceFolder: string;
  readonly signal?: AbortSignal;
  readonly progress: ProgressReporter;
  readonly yieldToEventLoop: () => Promise<void>;
}

/**
 * Walks the folders to the end, so that renames and removals can be detected, and names wings and rooms. What is known of a
 * folder that can't be read stays as it is. Errors: E_FOLDER_UNREADABLE if none can be read; E_CANCELLED.
 */
export const surveyWorkspace = async (
  store: PalaceStore,
  request: MineFilesRequest,
  options: SurveyOptions,
): Promise<WorkspaceSurvey> => {
  const registry = parseFolderRegistry(store.read.meta(folderRegistryKey));
  const requested = new Set(request.folders.map((folder) => path.resolve(folder.path)));
  const others = Object.keys(registry).filter((folder) => !requested.has(folder));
  const folders = assignPrefixes(request.folders, registry, await goneFolders(options.files, others));
  const sourcePath = (found: { folder: number; path: string }): string =>
    `${folders[found.folder]?.prefix ?? ''}${found.path}`;

  const { walked, skipped, unseen, unread } = await walkAll(folders, sourcePath, request.exclude, options);

  const isUnseen = (file: string): boolean => unseen.some((place) => file === place || isInFolder(file, place));
  const roots = wingRoots(folders, walked, (root) => isUnseen(sourcePath(root)));
  const wingOf = nameWings(
    await Promise.all(
      folders.map(
        async ({ path: folder, name, formerWing }, index) =>
          (unread.has(index) ? formerWing : await projectName(options.files, folder, formerWing)) ?? name,
      ),
    ),
    roots,
  );
  const placeOf = ({ folder, path: file, wingRoot }: WalkedFile): Place => ({
    wing: wingOf({ folder, path: wingRoot }),
    room: roomOf(wingRoot, file),
  });
  const places = placesOf(folders, walked, placeOf);
  const wings = folders.map((_, folder) => wingOf({ folder, path: '' }));
  const contents = folders.map((_, folder) =>
    unread.has(folder)
      ? undefined
      : { places: places[folder] ?? '', wing: wings[folder] ?? '', nested: nestedIn(folder, roots) },
  );
  const present = new Set(walked.map(sourcePath));
  const hasMoved = folders.map((folder, index) => isElsewhere(folder, registry, places[index]));
  return {
    files: walked.map((found) => ({
      path: sourcePath(found),
      absolutePath: found.absolutePath,
      place: placeOf(found),
      mayHaveMoved: hasMoved[found.folder] ?? true,
    })),
    skipped,
    unread: [...unread.values()],
    liveDrawers: store.read.liveDrawersBySource(),
    known: knownSources(sourcesUnder(store, folders, registry), (file) => present.has(file), isUnseen),
    renamedWings: renamedWings(
      folders.map(({ formerWing, name }) => formerWing ?? name),
      wings,
      new Set(walked.map((file) => placeOf(file).wing)),
    ),
    before: new Map([[folderRegistryKey, JSON.stringify(openRegistry(registry, folders))]]),
    after: new Map([
      [folderRegistryKey, JSON.stringify(closeRegistry(registry, folders, contents))],
      ['normalize_version', String(NORMALIZE_VERSION)],
    ]),
  };
};

/** Whether a folder's files may belong elsewhere than after the last mine. */
const isElsewhere = (folder: MinedFolder, registry: FolderRegistry, places: string | undefined): boolean =>
  registry[folder.path]?.places !== places || folder.formerPrefixes.some((prefix) => prefix !== folder.prefix);

/** Each folder's former wing and its present one. A name that another wing has now is left out. */
const renamedWings = (
  former: readonly string[],
  wings: readonly WingName[],
  taken: ReadonlySet<string>,
): WorkspaceSurvey['renamedWings'] =>
  wings
    .map((to, folder) => ({ from: wingName(readableName(former[folder] ?? to)), to }))
    .filter(({ from, to }) => from !== to && !taken.has(from) && !wings.includes(from));

interface Walked {
  readonly walked: readonly WalkedFile[];
  readonly skipped: WorkspaceSurvey['skipped'];
  /** What could not be read, by its path as a source: folders, and links to files or folders. */
  readonly unseen: readonly string[];
  /** The folders among it that were to be mined, by index. */
  readonly unread: ReadonlyMap<number, PalaceError>;
}

const walkAll = async (
  folders: readonly MinedFolder[],
  sourcePath: (found: { readonly folder: number; readonly path: string }) => string,
  exclude: MineFilesRequest['exclude'],
  { files, palaceFolder, signal, progress, yieldToEventLoop }: SurveyOptions,
): Promise<Walked> => {
  const walked: WalkedFile[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const unseen: string[] = [];
  const unread = new Map<number, PalaceError>();
  const onUnread = (folder: number, error: PalaceError): void => {
    unread.set(folder, error);
    unseen.push(sourcePath({ folder, path: '' }));
  };
  progress.begin('scanning', null);
  for await (const found of walkFiles(
    folders.map((folder) => folder.path),
    { files, palaceFolder, signal, exclude, onUnread },
  )) {
    stopIfAborted(signal, 'Mining was cancelled while the folders were scanned.');
    const isNamed = nameWithoutSecrets(found.path) !== found.path;
    // Its path names its drawers everywhere, and must stay unchanged so that the file can be opened.
    if (isNamed) skipped.push({ path: nameWithoutSecrets(sourcePath(found)), reason: 'secret_in_name' });
    else if (found.kind === 'file') walked.push(found);
    else {
      skipped.push({ path: sourcePath(found), reason: found.reason });
      if (found.reason === 'unreadable') unseen.push(sourcePath(found));
    }
    progress.step(walked.length, nameWithoutSecrets(found.path));
    await yieldToEventLoop();
  }
  progress.end();
  return { walked, skipped, unseen, unread };
};

/** By their paths as sources. A workspace folder's own is empty or ends with a slash. */
const isInFolder = (file: string, folder: string): boolean =>
  file.startsWith(folder === '' || folder.endsWith('/') ? folder : `${folder}/`);

const goneFolders = async (files: FileAccess, folders: readonly string[]): Promise<ReadonlySet<string>> => {
  const gone = new Set<string>();
  for (const folder of folders) {
    try {
      await files.stat(folder);
    } catch (error) {
      // A folder that exists but can't be read keeps its sources.
      if (isErrno(error, 'ENOENT')) gone.add(folder);
    }
  }
  return gone;
};

/** Sources keyed by their current paths. */
const sourcesUnder = (
  store: PalaceStore,
  folders: readonly MinedFolder[],
  registry: FolderRegistry,
): Map<string, SourceRecord> => {
  const sources = new Map<string, SourceRecord>();
  const ownerOf = sourceOwners(folders, registry);
  for (const source of store.read.sources('file')) {
    const owner = ownerOf(source.path);
    if (owner !== undefined) sources.set(`${folders[owner.folder]?.prefix ?? ''}${owner.path}`, source);
  }
  return sources;
};

/** The roots in what was walked. A project that can't be seen at present still takes part in the naming of the others. */
const wingRoots = (
  folders: readonly MinedFolder[],
  walked: readonly WalkedFile[],
  isUnseen: (root: WingRoot) => boolean,
): WingRoot[] => [
  ...walked.map(({ folder, wingRoot }) => ({ folder, path: wingRoot })),
  ...folders.flatMap(({ formerNested }, folder) =>
    formerNested.map((root) => ({ folder, path: root })).filter(isUnseen),
  ),
];

const nestedIn = (folder: number, roots: readonly WingRoot[]): string[] =>
  [...new Set(roots.filter((root) => root.folder === folder && root.path !== '').map((root) => root.path))].sort();

/**
 * A digest of each folder's wings. If it is the same as at the last mine, every unchanged file is in the right place.
 */
const placesOf = (
  folders: readonly MinedFolder[],
  walked: readonly WalkedFile[],
  placeOf: (file: WalkedFile) => Place,
): string[] => {
  const wings = folders.map(() => new Map<string, string>());
  for (const file of walked) wings[file.folder]?.set(file.wingRoot, placeOf(file).wing);
  return folders.map(({ name }, index) => {
    const places = JSON.stringify([name, [...(wings[index] ?? [])].sort()]);
    return createHash('sha256').update(places).digest('hex').slice(0, 16);
  });
};
