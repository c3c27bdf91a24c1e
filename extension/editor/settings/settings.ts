import type { ProfileLayer } from '../../palace/contract/caller.ts';
import type { Localiser } from '../platform/localiser.ts';

/** The extension's settings as the code uses them. Their descriptions are in package.json. */
export interface Settings {
  /** Empty: the folder for this program's data; absolute: a folder for palaces; relative: the palace, in the workspace. */
  readonly location: string;
  /** Gitignore syntax. */
  readonly exclude: readonly string[];
  readonly watchFiles: boolean;
  /** Commits are indexed by themselves. */
  readonly gitEnabled: boolean;
  /** How far back, in days. */
  readonly gitDays: number;
  /** Memory ages by itself when a workspace is opened. */
  readonly maintenanceOnStart: boolean;
  /** Who writes the summaries of plans. */
  readonly summaryWriter: SummaryWriterSetting;
  /** Take the sessions of this workspace in when its palace is opened. */
  readonly conversations: boolean;
  /** VS Code is told of the MCP server. */
  readonly mcpServer: boolean;
  readonly profile: string;
  /** How many results a search gives. */
  readonly results: number;
  readonly explain: boolean;
  /** Lowest layer first. */
  readonly profileLayers: readonly ProfileLayer[];
}

/** extractive: sentences of the drawers; languageModel: one of the editor's, once a person has agreed; agent: whoever asks for a plan, by its tools. */
const summaryWriterSettings = ['extractive', 'languageModel', 'agent'] as const;
export type SummaryWriterSetting = (typeof summaryWriterSettings)[number];

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

// Plain guards instead of schemas: this runs while the editor starts, and a schema library costs it tens of milliseconds.
type Guard<Value> = (value: unknown) => value is Value;
const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value.trim() !== '';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 200;
const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 365;
const isWriter = (value: unknown): value is SummaryWriterSetting =>
  summaryWriterSettings.some((name) => name === value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isProfiles = (value: unknown): value is ProfileLayer['profiles'] =>
  isObject(value) && Object.values(value).every(isObject);
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 80);

/** Checks each value; a wrong one gives its default and a problem in words. Absent values are not wrong. */
export const checkSettings = (raw: RawSettings, localiser: Localiser): CheckedSettings => {
  const problems: string[] = [];
  const read = <Value>(key: string, guard: Guard<Value>, fallback: Value, expected: string): Value => {
    const value = raw.values[key];
    if (value === undefined) return fallback;
    if (guard(value)) return value;
    problems.push(
      localiser.t(
        'The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.',
        key,
        expected,
        shown(value),
        shown(fallback),
      ),
    );
    return fallback;
  };
  const flag = (key: string, fallback: boolean) => read(key, isFlag, fallback, localiser.t('true or false'));
  const location = read('location', isText, '', localiser.t('a path')).trim();
  const leavesWorkspace =
    /^\.\.([\\/]|$)/.test(location.replace(/^(\.[\\/])+/, '')) || /[\\/]\.\.([\\/]|$)/.test(location);
  if (leavesWorkspace)
    problems.push(
      localiser.t(
        'The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.',
        'location',
        localiser.t('an absolute path, or a relative one inside the workspace'),
        shown(location),
        shown(''),
      ),
    );
  const profileLayers = raw.profiles.flatMap(({ source, value }): ProfileLayer[] => {
    if (value === undefined) return [];
    if (isProfiles(value)) return [{ source, profiles: value }];
    problems.push(
      localiser.t(
        'The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.',
        'profiles',
        localiser.t('an object of profiles, each an object of flags'),
        shown(value),
        shown({}),
      ),
    );
    return [];
  });
  return {
    settings: {
      location: leavesWorkspace ? '' : location,
      exclude: read('exclude', isList, [], localiser.t('a list of patterns')),
      watchFiles: flag('watchFiles', true),
      gitEnabled: flag('git.enabled', true),
      gitDays: read('git.days', isDays, 1, localiser.t('a whole number from 1 to 365')),
      maintenanceOnStart: flag('maintenance.onStart', true),
      summaryWriter: read(
        'consolidation.writer',
        isWriter,
        'extractive',
        localiser.t('extractive, languageModel or agent'),
      ),
      conversations: flag('conversations.enabled', false),
      mcpServer: flag('mcpServer.enabled', true),
      profile: read('profile', isName, 'default', localiser.t('the name of a profile')).trim(),
      results: read('results', isCount, 10, localiser.t('a whole number from 1 to 200')),
      explain: flag('inspector.explain', true),
      profileLayers,
    },
    problems,
  };
};
