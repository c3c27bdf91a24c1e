import { plainName } from '../model/text/plainName.ts';
import { nameWithoutSecrets } from './secrets/safeNames.ts';
import { topRoom } from '../model/drawer/topRoom.ts';
import { roomName, wingName, type RoomName, type WingName } from '../model/drawer/ids.ts';

/** Where a file's drawers are filed. */
export interface Place {
  readonly wing: WingName;
  readonly room: RoomName;
}

/** A folder that is the root of a wing. `path` is relative to the workspace folder, `''` for that folder itself. */
export interface WingRoot {
  /** Index of the workspace folder. */
  readonly folder: number;
  readonly path: string;
}

const manifests = new Set([
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'composer.json',
  'Gemfile',
  'build.gradle',
  'build.gradle.kts',
]);

/** Whether a file of this name describes a project. */
export const namesManifest = (fileName: string): boolean =>
  manifests.has(fileName) || fileName.endsWith('.csproj');

/** Folders whose manifests are part of the project around them; a fixture, for instance, is not a project. */
const materialFolder =
  /(^|\/)(__tests__|tests?|testing|specs?|e2e|testdata|test-data|fixtures?|examples?|samples?|demos?|templates?|scaffold(ing|s)?|playgrounds?|bench(es|marks?)?)(\/|$)/i;

/**
 * Whether a folder with these files is a project, and so the root of a wing, even if no other folder declares it.
 * `path` is relative to the workspace folder.
 */
export const isProjectRoot = (path: string, fileNames: readonly string[]): boolean =>
  !materialFolder.test(path) && fileNames.some(namesManifest);

/** The room of a file: the first path segment below the wing's root, or `topRoom` for files in the root itself. */
export const roomOf = (wingRoot: string, filePath: string): RoomName => {
  const below = wingRoot === '' ? filePath : filePath.slice(wingRoot.length + 1);
  const slash = below.indexOf('/');
  return roomName(slash < 0 ? topRoom : readableName(below.slice(0, slash)));
};

/**
 * Names every wing after its root folder, those of the workspace folders as given. Where names are equal (ignoring letter
 * case), workspace folders keep theirs. Deeper folders are prefixed with as many parents as needed (`packages-app`), then
 * numbered. The result does not depend on the order of `roots`.
 */
export const nameWings = (
  folderNames: readonly string[],
  roots: readonly WingRoot[],
): ((root: WingRoot) => WingName) => {
  const names = new Map<string, WingName>();
  const taken = new Set<string>();
  const give = (root: WingRoot, name: string): void => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
    taken.add(free.toLowerCase());
    names.set(keyOf(root), wingName(free));
  };
  folderNames.forEach((name, folder) => give({ folder, path: '' }, readableName(name)));

  const nested = [
    ...new Map(roots.filter((root) => root.path !== '').map((root) => [keyOf(root), root])).values(),
  ];
  nested.sort((a, b) => a.folder - b.folder || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const candidates = nested.map((root) => ({
    root,
    segments: [folderNames[root.folder] ?? '', ...root.path.split('/')].map(readableName),
  }));
  let open = candidates;
  for (let depth = 1; open.length > 0; depth++) {
    const nameAt = ({ segments }: (typeof candidates)[number]): string => segments.slice(-depth).join('-');
    const uses = new Map<string, number>();
    for (const candidate of open)
      uses.set(nameAt(candidate).toLowerCase(), (uses.get(nameAt(candidate).toLowerCase()) ?? 0) + 1);
    const clashing = open.filter(
      (candidate) =>
        taken.has(nameAt(candidate).toLowerCase()) || (uses.get(nameAt(candidate).toLowerCase()) ?? 0) > 1,
    );
    const exhausted = new Set(clashing.filter(({ segments }) => depth >= segments.length));
    for (const candidate of open)
      if (!clashing.includes(candidate) || exhausted.has(candidate)) give(candidate.root, nameAt(candidate));
    open = clashing.filter((candidate) => !exhausted.has(candidate));
  }
  return (root) => names.get(keyOf(root)) ?? wingName(readableName(root.path.split('/').at(-1) ?? ''));
};

const keyOf = (root: WingRoot): string => `${root.folder}/${root.path}`;

/** Keeps letters and digits of any script, `_`, `.` and `-`. Every run of other characters becomes one `-`, and so does a secret. */
export const readableName = (name: string): string => plainName(nameWithoutSecrets(name)) || 'unnamed';
