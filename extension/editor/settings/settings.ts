import { z } from 'zod';
import type { ProfileLayer } from '../../service/palaceConnection.ts';
import type { Wording } from '../wording.ts';

/** The extension's settings as the code uses them. Their descriptions are in package.json. */
export interface Settings {
  /** Empty: the folder for this program's data; absolute: a folder for palaces; relative: the palace, in the workspace. */
  readonly location: string;
  /** Gitignore syntax. */
  readonly exclude: readonly string[];
  readonly watchFiles: boolean;
  readonly profile: string;
  /** How many results a search gives. */
  readonly results: number;
  readonly explain: boolean;
  /** Lowest layer first. */
  readonly profileLayers: readonly ProfileLayer[];
}

/** What the editor has for `synapsePalace.*`, unchecked. */
export interface RawSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** `synapsePalace.profiles` as each scope has it, lowest first. */
  readonly profiles: readonly { readonly source: string; readonly value: unknown }[];
}

export interface CheckedSettings {
  readonly settings: Settings;
  /** One sentence a wrong value, for the person who wrote it. */
  readonly problems: readonly string[];
}

const profilesSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 80);

/** Checks each value; a wrong one gives its default and a problem in words. Absent values are not wrong. */
export const checkSettings = (raw: RawSettings, wording: Wording): CheckedSettings => {
  const problems: string[] = [];
  const read = <Value>(key: string, schema: z.ZodType<Value>, fallback: Value, expected: string): Value => {
    const value = raw.values[key];
    if (value === undefined) return fallback;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push(wording.t('The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.', key, expected, shown(value), shown(fallback)));
    return fallback;
  };
  const flag = (key: string, fallback: boolean) => read(key, z.boolean(), fallback, wording.t('true or false'));
  const location = read('location', z.string().trim(), '', wording.t('a path'));
  const leavesWorkspace = /^\.\.([\\/]|$)/.test(location.replace(/^(\.[\\/])+/, '')) || /[\\/]\.\.([\\/]|$)/.test(location);
  if (leavesWorkspace)
    problems.push(wording.t('The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.', 'location', wording.t('an absolute path, or a relative one inside the workspace'), shown(location), shown('')));
  const profileLayers = raw.profiles.flatMap(({ source, value }): ProfileLayer[] => {
    if (value === undefined) return [];
    const parsed = profilesSchema.safeParse(value);
    if (parsed.success) return [{ source, profiles: parsed.data }];
    problems.push(wording.t('The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.', 'profiles', wording.t('an object of profiles, each an object of flags'), shown(value), shown({})));
    return [];
  });
  return {
    settings: {
      location: leavesWorkspace ? '' : location,
      exclude: read('exclude', z.array(z.string()), [], wording.t('a list of patterns')),
      watchFiles: flag('watchFiles', true),
      profile: read('profile', z.string().trim().min(1), 'default', wording.t('the name of a profile')),
      results: read('results', z.number().int().min(1).max(200), 10, wording.t('a whole number from 1 to 200')),
      explain: flag('inspector.explain', true),
      profileLayers,
    },
    problems,
  };
};
