import { createHash } from 'node:crypto';
import { recordOf } from '../../base/recordOf.ts';
import { parseJson } from '../../base/text/parseJson.ts';
import {
  defaultPalaceSettings,
  isPalaceSetting,
  isValueOf,
  palaceSettingNames,
  palaceSettingRows,
  type PalaceSettingName,
  type PalaceSettings,
} from '../contract/palaceSettings.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import { NORMALIZE_VERSION } from './normalizeVersion.ts';
import { readSettings, settingsFileSchema, type ResolvedSettings } from './settingsFiles.ts';

/** The settings that are numbers. */
type LimitName = {
  readonly [Name in PalaceSettingName]: PalaceSettings[Name] extends number ? Name : never;
}[PalaceSettingName];

/** The limits of filing: every setting of the palace that is a number. */
export type MiningLimits = Pick<PalaceSettings, LimitName>;
export type ClosetLimits = Pick<
  MiningLimits,
  'closet_char_limit' | 'closet_window' | 'closet_topics' | 'closet_quotes' | 'closet_entities'
>;

const limitNames = palaceSettingNames.filter(
  (name): name is LimitName => palaceSettingRows[name].kind === 'count',
);
const limitsOf = (settings: PalaceSettings): MiningLimits => recordOf(limitNames, (name) => settings[name]);
export const defaultLimits = limitsOf(defaultPalaceSettings);

const metaKey = 'mining_limits';

/**
 * The limits that the palace's drawers are filed by, as the last intake recorded them. They are in the palace itself, so that
 * everything that files into it agrees.
 */
export const miningLimits = (read: Pick<ReadQueries, 'meta'>): MiningLimits => {
  const text = read.meta(metaKey);
  if (text === undefined) return defaultLimits;
  const known = Object.entries(recorded(text)).filter(
    ([name, value]) => isPalaceSetting(name) && isValueOf(name, value),
  );
  return { ...defaultLimits, ...Object.fromEntries(known) };
};

/** Unreadable limits count as none; the next intake records them again. */
const recorded = (text: string): object => settingsFileSchema.safeParse(parseJson(text)).data ?? {};

/** Reads the palace's settings and records their limits, in a transaction of its own if they changed. */
export const adoptSettings = async (
  store: PalaceStore,
  warn: (message: string) => void,
): Promise<ResolvedSettings> => {
  const settings = readSettings(store.folder);
  settings.problems.forEach(warn);
  const limits = JSON.stringify(limitsOf(settings.values));
  if (JSON.stringify(miningLimits(store.read)) !== limits)
    await store.write((transaction) => transaction.setMeta(metaKey, limits));
  return settings;
};

/**
 * Limits that decide which drawers and closets a source's bytes give. The largest size is checked for each file
 * anyway.
 */
const shaping: readonly PalaceSettingName[] = [
  'chunk_target',
  'max_line_length',
  'binary_sniff_kib',
  'closet_char_limit',
  'closet_window',
  'closet_topics',
  'closet_quotes',
  'closet_entities',
];

/**
 * The version that a source mined under these limits gets: {@link NORMALIZE_VERSION} for the defaults, else with 32 bits that
 * stand for the limits. A source of another version is stale, so a change of a limit has every source read anew.
 */
export const sourceVersion = (limits: MiningLimits): number => {
  const of = (all: Readonly<Record<string, unknown>>): string => JSON.stringify(shaping.map((name) => all[name]));
  if (of(limits) === of(defaultLimits)) return NORMALIZE_VERSION;
  return NORMALIZE_VERSION * 2 ** 32 + createHash('sha256').update(of(limits)).digest().readUInt32BE(0);
};

/**
 * The version of a source of which something could not be read, though nothing more is to be filed of it: an import reads it again
 * to name its problems. Above every {@link sourceVersion}.
 */
export const damagedVersion = (limits: MiningLimits): number => 2 ** 48 + sourceVersion(limits);
