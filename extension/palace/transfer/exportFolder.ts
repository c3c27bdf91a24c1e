import type * as filesystem from 'node:fs/promises';
import path from 'node:path';
import { isErrno, writeRefused } from '../../base/files/errno.ts';
import { isInside } from '../../base/files/pathInside.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { diskError } from '../store/diskError.ts';
import { exportNames, readManifest } from './record/exportFormat.ts';

/** Modes: an export contains what the palace contains, so like the palace it is for this user alone. */
export const ownFolder = 0o700;
export const ownFile = 0o600;

/** The disk operations that an export needs. A test passes a disk that fails. */
export type ExportDisk = Pick<
  typeof filesystem,
  'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'rmdir' | 'writeFile'
>;

/** The folder an export is written to: first in a separate place, then in its final place once it is complete. */
interface ExportFolder {
  /** The folder to write into. */
  readonly partial: string;
  /** Replaces an earlier export with what was written, which must include the manifest. */
  commit(): Promise<void>;
  /** Removes what was written, which restores the folder to its earlier state. */
  abandon(): Promise<void>;
}

/**
 * Folders inside the partial one: the export while it is written, the same while it is moved into place, and the
 * earlier export meanwhile.
 */
const stage = { written: 'written', placing: 'placing', replaced: 'replaced' } as const;
const known: readonly string[] = [
  exportNames.manifest,
  exportNames.drawers,
  exportNames.sources,
  exportNames.pairs,
  exportNames.patterns,
  exportNames.tree,
];

/**
 * Prepares a folder: a new or empty one, or one with an earlier export, which is replaced at the end. Names that begin
 * with a dot (such as `.git`) don't count and stay. Throws `E_EXPORT_FOLDER` for any other folder, and the disk's
 * errors.
 */
export const openExportFolder = async (
  folder: string,
  palaceFolder: string,
  disk: ExportDisk,
): Promise<ExportFolder> => {
  if (isInside(folder, palaceFolder))
    throw new PalaceError('E_EXPORT_FOLDER', errorText`${folder} lies inside the palace itself.`);
  const names = await namesIn(folder, disk);
  if (names !== undefined) await refuseForeign(folder, names, disk);
  const inPartial = (name: string): string => path.join(folder, exportNames.partial, name);
  const make = (place: string): Promise<string | undefined> =>
    makeFolder(place, disk).catch((thrown: unknown) => {
      throw isErrno(thrown, 'ENOENT', 'ENOTDIR') ? noFolderAt(folder, thrown) : thrown;
    });
  const made = await make(folder);
  // Folders created for the export are removed too, if they are still empty.
  const abandon = async (): Promise<void> => {
    await clearUp(folder, disk);
    if (made !== undefined) await removeEmpty(folder, path.dirname(made), disk);
  };
  try {
    await clearUp(folder, disk);
    await make(inPartial(stage.written));
  } catch (thrown) {
    await abandon().catch(() => undefined);
    throw thrown;
  }
  return {
    abandon,
    partial: inPartial(stage.written),
    async commit() {
      const present = new Set(await disk.readdir(folder));
      await disk.mkdir(inPartial(stage.replaced), { mode: ownFolder });
      // A folder without a manifest is not a complete export: the old manifest is removed first, the new one added
      // last.
      for (const name of known)
        if (present.has(name))
          await disk.rename(path.join(folder, name), path.join(inPartial(stage.replaced), name));
      await disk.rename(inPartial(stage.written), inPartial(stage.placing));
      const written = await disk.readdir(inPartial(stage.placing));
      for (const name of [...written].sort(manifestLast))
        await disk.rename(path.join(inPartial(stage.placing), name), path.join(folder, name));
      // The export is complete. Remains of the earlier one are removed now or by the next export.
      await disk
        .rm(path.join(folder, exportNames.partial), { recursive: true, force: true })
        .catch(() => undefined);
    },
  };
};

/**
 * Makes a folder and those above it. Resolves with the first that was made; undefined if it was there. If it throws,
 * none of them stays. Not with Node's recursive mkdir, which never ends where the system makes no folders, as in `/proc`.
 */
const makeFolder = async (folder: string, disk: ExportDisk): Promise<string | undefined> => {
  try {
    await disk.mkdir(folder, { mode: ownFolder });
    return folder;
  } catch (thrown) {
    if (isErrno(thrown, 'EEXIST')) return undefined;
    const above = path.dirname(folder);
    if (!isErrno(thrown, 'ENOENT') || above === folder) throw thrown;
    const made = await makeFolder(above, disk);
    try {
      await disk.mkdir(folder, { mode: ownFolder });
    } catch (refused) {
      if (made !== undefined) await removeEmpty(above, path.dirname(made), disk);
      throw refused;
    }
    return made ?? folder;
  }
};

const noFolderAt = (folder: string, cause: unknown): PalaceError =>
  new PalaceError(
    'E_EXPORT_FOLDER',
    errorText`The folder ${folder} can’t be created: its path has a file in it or a link that leads nowhere, or the system allows no folders there.`,
    { cause, remedy: 'Correct the path, or connect the drive that it is on.' },
  );

const manifestLast = (a: string, b: string): number =>
  Number(a === exportNames.manifest) - Number(b === exportNames.manifest) || (a < b ? -1 : 1);

/**
 * Cleans up after an interrupted export, even if it was being moved into place. The earlier export is restored and
 * nothing of the new one stays.
 */
const clearUp = async (folder: string, disk: ExportDisk): Promise<void> => {
  const partial = path.join(folder, exportNames.partial);
  const stages = await namesIn(partial, disk);
  if (stages === undefined) return;
  const names = await disk.readdir(folder);
  if (!names.includes(exportNames.manifest)) {
    if (stages.includes(stage.placing))
      for (const name of known)
        if (names.includes(name)) await disk.rm(path.join(folder, name), { recursive: true, force: true });
    const earlier = stages.includes(stage.replaced) ? await disk.readdir(path.join(partial, stage.replaced)) : [];
    for (const name of [...earlier].sort(manifestLast))
      await disk.rename(path.join(partial, stage.replaced, name), path.join(folder, name));
  }
  await disk.rm(partial, { recursive: true, force: true });
};

const refuseForeign = async (folder: string, names: readonly string[], disk: ExportDisk): Promise<void> => {
  const visible = names.filter((name) => !name.startsWith('.'));
  if (visible.length === 0) return;
  const foreign = visible.find((name) => !known.includes(name));
  if (foreign !== undefined)
    throw new PalaceError('E_EXPORT_FOLDER', errorText`${folder} is not empty: it holds ${foreign}.`);
  // An export that was interrupted while it was moved into place has no manifest.
  if (names.includes(exportNames.partial)) return;
  const manifest = path.join(folder, exportNames.manifest);
  const text = await disk.readFile(manifest, 'utf8').catch(() => '');
  if (readManifest(text, manifest) === undefined)
    throw new PalaceError(
      'E_EXPORT_FOLDER',
      errorText`${folder} is not empty, and what it holds is not an export of this program.`,
    );
};

/** Undefined if the folder does not exist. */
const namesIn = async (folder: string, disk: ExportDisk): Promise<readonly string[] | undefined> => {
  try {
    return await disk.readdir(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (isErrno(error, 'ENOTDIR')) throw noFolderAt(folder, error);
    throw error;
  }
};

const removeEmpty = async (folder: string, above: string, disk: ExportDisk): Promise<void> => {
  for (let place = folder; place !== above && isInside(place, above); place = path.dirname(place)) {
    const isGone = await disk.rmdir(place).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
};

/** Translates a disk error into an export error. */
export const exportError = (thrown: unknown, folder: string): unknown => {
  if (thrown instanceof PalaceError) return thrown;
  if (isErrno(thrown, ...writeRefused))
    return new PalaceError('E_EXPORT_FOLDER', errorText`${folder} may not be written.`, {
      cause: thrown,
      remedy: 'Choose a folder that you may write to.',
    });
  const error = diskError(thrown, (errno) => errorText`Exporting to ${folder} failed: ${errno}.`);
  return error instanceof PalaceError && error.code === 'E_DISK_FULL'
    ? new PalaceError('E_DISK_FULL', error.message, {
        cause: thrown,
        remedy:
          'Free some space there or choose another disk, then export again. Nothing of this export is left, and an earlier one is unchanged.',
      })
    : error;
};
