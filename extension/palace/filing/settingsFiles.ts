import path from 'node:path';
import * as z from 'zod';
import { isErrno, reasonOf } from '../../base/files/errno.ts';
import { messageOf } from '../../base/text/messageOf.ts';
import { readGuardedSync } from '../../base/files/guardedFile.ts';
import {
  defaultPalaceSettings,
  expectedOf,
  isPalaceSetting,
  isValueOf,
  palaceSettingNames,
  type PalaceSettingName,
  type PalaceSettings,
} from '../contract/palaceSettings.ts';

/**
 * The files in a palace's folder that hold its settings; the second one wins. The editor writes what its own settings say, so
 * that the command line and agents follow them; `config` and people write the other.
 */
export const settingsFiles = { editor: 'settings.editor.json', own: 'settings.json' } as const;

/** The content of such a file; each value is checked on its own. */
export const settingsFileSchema = z.record(z.string(), z.unknown());

export interface ResolvedSettings {
  readonly values: PalaceSettings;
  /** Where each value comes from. */
  readonly sources: Readonly<Record<PalaceSettingName, string>>;
  /** One sentence per wrong value, whose default is used. */
  readonly problems: readonly string[];
}

/**
 * A palace's settings as its files have them now. Exclusions of several files are joined. `editor` stands for what the editor's
 * file says. Never throws.
 */
export const readSettings = (folder: string, editor?: Partial<PalaceSettings>): ResolvedSettings => {
  const problems: string[] = [];
  const values: Record<string, unknown> = { ...defaultPalaceSettings };
  const sources = Object.fromEntries(palaceSettingNames.map((name) => [name, 'default']));
  const layers = [
    {
      file: settingsFiles.editor,
      source: 'the editor’s settings',
      given: editor ?? readFile(path.join(folder, settingsFiles.editor), problems),
    },
    {
      file: settingsFiles.own,
      source: 'the palace’s settings.json',
      given: readFile(path.join(folder, settingsFiles.own), problems),
    },
  ];
  for (const { file, source, given } of layers) {
    for (const [name, value] of Object.entries(given)) {
      if (!isPalaceSetting(name)) problems.push(`${file}: there is no setting “${name}”.`);
      else if (!isValueOf(name, value))
        problems.push(
          `${file}: ${name} must be ${expectedOf(name)}, not ${JSON.stringify(value)}. It is left out.`,
        );
      else {
        const isJoined = name === 'exclude' && sources[name] !== 'default';
        values[name] = isJoined ? [...new Set([...patterns(values[name]), ...patterns(value)])] : value;
        sources[name] = isJoined ? `${sources[name]}, ${source}` : source;
      }
    }
  }
  return {
    values: values as unknown as PalaceSettings,
    sources: sources as ResolvedSettings['sources'],
    problems,
  };
};

const patterns = (value: unknown): readonly string[] => (isValueOf('exclude', value) ? value : []);

/** Bytes; a larger file can't be a settings file. */
export const mostSettingsBytes = 1 << 20;

/** A file's settings, unchecked; none if it is absent or not an object. */
const readFile = (file: string, problems: string[]): Readonly<Record<string, unknown>> => {
  let text: string;
  try {
    text = readGuardedSync(file, { mostBytes: mostSettingsBytes }).toString('utf8');
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) problems.push(`${file} can't be read: ${reasonOf(error)}`);
    return {};
  }
  try {
    const value = settingsFileSchema.safeParse(JSON.parse(text));
    if (value.success) return value.data;
    problems.push(`${file} is not an object of settings. It is left out.`);
  } catch (error) {
    problems.push(`${file} is not JSON (${messageOf(error)}). It is left out.`);
  }
  return {};
};
