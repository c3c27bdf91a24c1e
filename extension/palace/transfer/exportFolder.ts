import type * as filesystem from 'node:fs/promises';
import path from 'node:path';
import { isErrno, writeRefused } from '../../base/errno.ts';
import { isInside } from '../../base/pathInside.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import { diskError } from '../store/diskError.ts';
import { exportNames, readManifest } from './exportFormat.ts';

/** What an export asks of the disk: a test passes one that fails. */
export type ExportDisk = Pick<
  typeof filesystem,
  'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'rmdir' | 'writeFile'
>;

/** Where an export comes to be: aside at first, in its place when it is whole. */
export interface ExportFolder {
  /** To be written into. */
  readonly partial: string;
  /** Puts what was written in the place of an earlier export. The manifest must be among it. */
  commit(): Promise<void>;
  /** Removes what was written; the folder is as it was. */
  abandon(): Promise<void>;
}

/** Folders inside the partial one: what is being written, the same while it is put in its place, and the earlier export meanwhile. */
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
 * with a dot (`.git`, say) don't count and stay. Throws `E_EXPORT_FOLDER` for any other folder, and what the disk refuses.
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
  const made = await disk.mkdir(folder, { recursive: true });
  // Folders that were made for the export go with it, if nobody has put anything there.
  const abandon = async (): Promise<void> => {
    await clearUp(folder, disk);
    if (made !== undefined) await removeEmpty(folder, path.dirname(made), disk);
  };
  try {
    await clearUp(folder, disk);
    await disk.mkdir(inPartial(stage.written), { recursive: true });
  } catch (thrown) {
    await abandon().catch(() => undefined);
    throw thrown;
  }
  return {
    abandon,
    partial: inPartial(stage.written),
    async commit() {
      const present = new Set(await disk.readdir(folder));
      await disk.mkdir(inPartial(stage.replaced));
      // Without a manifest a folder is no whole export: the old one goes first, the new one comes last.
      for (const name of known)
        if (present.has(name))
          await disk.rename(path.join(folder, name), path.join(inPartial(stage.replaced), name));
      await disk.rename(inPartial(stage.written), inPartial(stage.placing));
      const written = await disk.readdir(inPartial(stage.placing));
      for (const name of [...written].sort(manifestLast))
        await disk.rename(path.join(inPartial(stage.placing), name), path.join(folder, name));
      // The export stands; what is left of the earlier one goes now or with the next one.
      await disk
        .rm(path.join(folder, exportNames.partial), { recursive: true, force: true })
        .catch(() => undefined);
    },
  };
};

const manifestLast = (a: string, b: string): number =>
  Number(a === exportNames.manifest) - Number(b === exportNames.manifest) || (a < b ? -1 : 1);

/** After an export that was stopped, perhaps while it was put in its place: the earlier one comes back, of the other nothing stays. */
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
  // An export that was stopped while it was put in its place has no manifest any more.
  if (names.includes(exportNames.partial)) return;
  const manifest = path.join(folder, exportNames.manifest);
  const text = await disk.readFile(manifest, 'utf8').catch(() => '');
  if (readManifest(text, manifest) === undefined)
    throw new PalaceError(
      'E_EXPORT_FOLDER',
      errorText`${folder} is not empty, and what it holds is no export of this program.`,
    );
};

/** Undefined where there is no such folder. */
const namesIn = async (folder: string, disk: ExportDisk): Promise<readonly string[] | undefined> => {
  try {
    return await disk.readdir(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    if (isErrno(error, 'ENOTDIR')) throw new PalaceError('E_EXPORT_FOLDER', errorText`${folder} is a file.`);
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

/** What the disk refused, in terms of an export. */
export const exportError = (thrown: unknown, folder: string): unknown => {
  if (thrown instanceof PalaceError) return thrown;
  if (isErrno(thrown, ...writeRefused))
    return new PalaceError('E_EXPORT_FOLDER', errorText`${folder} may not be written.`, {
      cause: thrown,
      remedy: 'Choose a folder that you may write to.',
    });
  const error = diskError(thrown, `Exporting to ${folder}`);
  return error instanceof PalaceError && error.code === 'E_DISK_FULL'
    ? new PalaceError('E_DISK_FULL', error.message, {
        cause: thrown,
        remedy:
          'Free some space there or choose another disk, then export again. Nothing of this export is left, and an earlier one stands as it was.',
      })
    : error;
};
