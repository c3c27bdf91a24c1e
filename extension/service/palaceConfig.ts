import { existsSync } from 'node:fs';
import path from 'node:path';
import { expandHome } from '../base/files/expandHome.ts';
import { readGuardedSync } from '../base/files/guardedFile.ts';
import { replaceFileSync } from '../base/files/replaceFile.ts';
import {
  expectedOf,
  isPalaceSetting,
  isValueOf,
  palaceSettingNames,
  type PalaceSettings,
} from '../palace/contract/palaceSettings.ts';
import {
  mostSettingsBytes,
  readSettings,
  settingsFiles,
  settingsFileSchema,
  type ResolvedSettings,
} from '../palace/filing/settingsFiles.ts';
import { editorProfilesFile, type ProfileLayer } from '../palace/contract/caller.ts';
import type { EngineChoice } from '../palace/model/embedding/embeddingEngine.ts';
import { errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { unwritablePalace } from '../palace/model/errors/unwritablePalace.ts';
import { changingKept } from './keptFile.ts';
import type { ConnectOptions } from './palaceConnection.ts';

/** The settings of the palace in a folder, where each comes from, and what is wrong in its files. Never throws. */
export const readConfig = (folder: string): ResolvedSettings => readSettings(folder);

/** The folder of the model that a palace is opened with: that of its settings, else the one that comes with the program. */
export const modelFolderOf = ({
  folder,
  modelFolder,
  settings,
}: Pick<ConnectOptions, 'folder' | 'modelFolder' | 'settings'>): string =>
  expandHome(readSettings(folder, settings).values.model_folder) || modelFolder;

/** Which engine computes its vectors. */
export const engineOf = ({ folder, settings }: Pick<ConnectOptions, 'folder' | 'settings'>): EngineChoice =>
  readSettings(folder, settings).values.model_engine;

/** The folder of the reranker that a palace is opened with; empty: none. */
export const rerankerFolderOf = ({ folder, settings }: Pick<ConnectOptions, 'folder' | 'settings'>): string =>
  expandHome(readSettings(folder, settings).values.reranker_folder);

/** Writes the editor's settings into the palace's folder, so that the command line and agents follow them. */
export const recordEditorSettings = (folder: string, settings: Partial<PalaceSettings>): void => {
  record(path.join(folder, settingsFiles.editor), settings, {});
};

/** The same for the profiles of the editor's settings, lowest layer first. */
export const recordEditorProfiles = (folder: string, layers: readonly ProfileLayer[]): void =>
  record(path.join(folder, editorProfilesFile), layers, []);

/** Writes a file unless it already has this content; an absent file counts as `nothing`. */
const record = (file: string, value: unknown, nothing: unknown): void => {
  const text = textOf(value);
  if ((existsSync(file) ? textIn(file) : textOf(nothing)) !== text) replaceFileSync(file, text);
};

/**
 * Changes the palace's own settings. `unset` settings return to the editor's value or the default. Throws E_USAGE
 * naming the setting and its bounds, E_SETTINGS naming a file that is not a JSON object or that another program changes, and
 * E_PALACE_READ_ONLY or E_DISK_FULL; then nothing is changed.
 */
export const changeConfig = async (
  folder: string,
  set: Readonly<Record<string, unknown>>,
  unset: readonly string[],
): Promise<void> => {
  for (const name of [...Object.keys(set), ...unset])
    if (!isPalaceSetting(name))
      throw new PalaceError(
        'E_USAGE',
        errorText`There is no setting “${name}”. Known: ${palaceSettingNames.join(', ')}.`,
      );
  for (const [name, value] of Object.entries(set))
    if (isPalaceSetting(name) && !isValueOf(name, value))
      throw new PalaceError(
        'E_USAGE',
        errorText`${name} must be ${expectedOf(name)}, not ${JSON.stringify(value)}.`,
      );
  const file = path.join(folder, settingsFiles.own);
  try {
    await changingKept(file, () => {
      const after = Object.entries({ ...ownSettings(file), ...set }).filter(([name]) => !unset.includes(name));
      replaceFileSync(file, textOf(Object.fromEntries(after)));
    });
  } catch (thrown) {
    throw thrown instanceof PalaceError ? thrown : unwritablePalace(folder, thrown);
  }
};

const ownSettings = (file: string): Readonly<Record<string, unknown>> => {
  if (!existsSync(file)) return {};
  try {
    return settingsFileSchema.parse(JSON.parse(textIn(file)));
  } catch (thrown) {
    throw new PalaceError('E_SETTINGS', errorText`${file} is not an object of settings.`, {
      cause: thrown,
      remedy: 'Correct the file, or delete it.',
    });
  }
};

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const textIn = (file: string): string => readGuardedSync(file, { mostBytes: mostSettingsBytes }).toString('utf8');
