import { isRecord } from '../../base/isRecord.ts';
import type { ProfileLayer } from '../../palace/contract/caller.ts';
import {
  isValueOf,
  palaceSettingNames,
  palaceSettingRows,
  type PalaceSettingName,
  type PalaceSettings,
} from '../../palace/contract/palaceSettings.ts';
import type { Localiser } from '../platform/localiser.ts';

/** The extension's settings as the code uses them. Their descriptions are in package.json. */
export interface Settings {
  /** Empty: this program's data folder. Absolute: a folder for palaces. Relative: the palace itself, inside the workspace. */
  readonly location: string;
  /** The palace's settings that differ from their default. */
  readonly palace: Partial<PalaceSettings>;
  /** Mine changed files automatically. Otherwise changes are only counted. */
  readonly watchFiles: boolean;
  /** Seconds without a change after which changed files are mined. */
  readonly quietSeconds: number;
  /** Index commits automatically. */
  readonly gitEnabled: boolean;
  /** How many days back. */
  readonly gitDays: number;
  /** Age memory when a workspace is opened. */
  readonly maintenanceOnStart: boolean;
  /** Who writes the summaries of plans. */
  readonly summaryWriter: SummaryWriterSetting;
  /** Import the sessions of this workspace when its palace is opened. */
  readonly conversations: boolean;
  /** Offer the MCP server to VS Code. */
  readonly mcpServer: boolean;
  readonly profile: string;
  /** The number of results of a search. */
  readonly results: number;
  readonly explain: boolean;
  /** Lowest layer first. */
  readonly profileLayers: readonly ProfileLayer[];
}

/**
 * extractive: sentences of the drawers. languageModel: a model of the editor, once the person has agreed. agent: the agent
 * that asks for a plan, with its tools.
 */
const summaryWriterSettings = ['extractive', 'languageModel', 'agent'] as const;
type SummaryWriterSetting = (typeof summaryWriterSettings)[number];

/** The editor's values of `synapsePalace.*`, unchecked. */
export interface RawSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** `synapsePalace.profiles` as each scope has it, lowest first. */
  readonly profiles: readonly { readonly source: string; readonly value: unknown }[];
}

export interface CheckedSettings {
  readonly settings: Settings;
  /** One sentence per wrong value, for the person who wrote it. */
  readonly problems: readonly string[];
}

// Plain guards instead of schemas: this runs while the editor starts, and loading a schema library takes tens of milliseconds.
type Guard<Value> = (value: unknown) => value is Value;
const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value.trim() !== '';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isWriter = (value: unknown): value is SummaryWriterSetting =>
  summaryWriterSettings.some((name) => name === value);
const isProfiles = (value: unknown): value is ProfileLayer['profiles'] =>
  isRecord(value) && Object.values(value).every(isRecord);
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 80);

/** Whether a relative path leads out of the workspace. */
const leavesWorkspace = (location: string): boolean =>
  /^\.\.([\\/]|$)/.test(location.replace(/^(\.[\\/])+/, '')) || /[\\/]\.\.([\\/]|$)/.test(location);

const expectedText = (name: PalaceSettingName, { t }: Localiser): string => {
  const row = palaceSettingRows[name];
  switch (row.kind) {
    case 'count':
      return t('a whole number from {0} to {1}', row.least, row.most);
    case 'patterns':
      return t('a list of patterns');
    case 'choice':
      return row.values.join(' / ');
    case 'folder':
      return t('the absolute path of a folder, or empty');
  }
};

/** Reads values one by one; a wrong one gives its default and, in `problems`, what is wrong in words. */
const settingsReader = (raw: RawSettings, localiser: Localiser) => {
  const { t } = localiser;
  const problems: string[] = [];
  const report = (key: string, expected: string, value: unknown, fallback: unknown): void => {
    problems.push(
      t(
        'The setting synapsePalace.{0} must be {1}, not {2}. Its default ({3}) is used.',
        key,
        expected,
        shown(value),
        shown(fallback),
      ),
    );
  };
  const read = <Value>(key: string, guard: Guard<Value>, fallback: Value, expected: string): Value => {
    const value = raw.values[key];
    if (value === undefined) return fallback;
    if (guard(value)) return value;
    report(key, expected, value, fallback);
    return fallback;
  };
  return {
    problems,
    read,
    /** A whole number from 1 to `most`. */
    count: (key: string, fallback: number, most: number) =>
      read(
        key,
        (value): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most,
        fallback,
        t('a whole number from {0} to {1}', 1, most),
      ),
    flag: (key: string, fallback: boolean) => read(key, isFlag, fallback, t('true or false')),
    location: (): string => {
      const location = read('location', isText, '', t('a path')).trim();
      if (!leavesWorkspace(location)) return location;
      report('location', t('an absolute path, or a relative one inside the workspace'), location, '');
      return '';
    },
    layers: (): readonly ProfileLayer[] =>
      raw.profiles.flatMap(({ source, value }): ProfileLayer[] => {
        if (value === undefined) return [];
        if (isProfiles(value)) return [{ source, profiles: value }];
        report('profiles', t('an object of profiles, each an object of flags'), value, {});
        return [];
      }),
    /** The palace's settings that differ from their defaults. */
    palace: (): Partial<PalaceSettings> =>
      Object.fromEntries(
        palaceSettingNames.flatMap((name) => {
          const { editor, default: fallback } = palaceSettingRows[name];
          const guard = (value: unknown): value is PalaceSettings[typeof name] => isValueOf(name, value);
          const value = read<PalaceSettings[typeof name]>(editor, guard, fallback, expectedText(name, localiser));
          return JSON.stringify(value) === JSON.stringify(fallback) ? [] : [[name, value]];
        }),
      ),
  };
};

/** Checks each value. A wrong one gives its default and a problem in words; an absent one is not wrong. */
export const checkSettings = (raw: RawSettings, localiser: Localiser): CheckedSettings => {
  const { t } = localiser;
  const from = settingsReader(raw, localiser);
  const settings = {
    location: from.location(),
    palace: from.palace(),
    watchFiles: from.flag('watchFiles', true),
    quietSeconds: from.count('mining.quietSeconds', 1, 600),
    gitEnabled: from.flag('git.enabled', true),
    gitDays: from.count('git.days', 1, 365),
    maintenanceOnStart: from.flag('maintenance.onStart', true),
    summaryWriter: from.read<SummaryWriterSetting>(
      'consolidation.writer',
      isWriter,
      'extractive',
      t('extractive, languageModel or agent'),
    ),
    conversations: from.flag('conversations.enabled', false),
    mcpServer: from.flag('mcpServer.enabled', true),
    profile: from.read('profile', isName, 'default', t('the name of a profile')).trim(),
    results: from.count('results', 10, 200),
    explain: from.flag('inspector.explain', true),
    profileLayers: from.layers(),
  };
  return { settings, problems: from.problems };
};
