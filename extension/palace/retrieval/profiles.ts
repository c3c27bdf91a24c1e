import * as z from 'zod';
import { PalaceError } from '../model/palaceError.ts';
import { builtInProfiles } from './builtInProfiles.ts';
import { profileFlagsSchema, type ProfileFlag, type ProfileFlags } from './profileFlags.ts';

/** Profiles from one place (user settings, `profiles.json`, …): name → flag → value. */
export interface ProfileLayer {
  readonly source: string;
  readonly profiles: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface ResolvedProfile {
  readonly name: string;
  readonly flags: ProfileFlags;
  /** Where each flag's value came from. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Names of every profile there is, sorted. */
export const profileNames = (layers: readonly ProfileLayer[]): string[] =>
  [...new Set([...Object.keys(builtInProfiles), ...layers.flatMap((layer) => Object.keys(layer.profiles))])].sort();

/**
 * The merge chain: built in → each layer's `default`, then each layer's profile of that name → the call's overrides; the
 * later wins, flag by flag. Throws E_PROFILE_UNKNOWN with the names there are, E_PROFILE_VALUE with flag, value and bounds.
 */
export const resolveProfile = (name: string, layers: readonly ProfileLayer[], overrides: Readonly<Record<string, unknown>> = {}): ResolvedProfile => {
  const known = profileNames(layers);
  if (!known.includes(name)) throw new PalaceError('E_PROFILE_UNKNOWN', `There is no profile “${name}”. Known: ${known.join(', ')}.`);
  const isBuiltIn = Object.hasOwn(builtInProfiles, name);
  const base = (isBuiltIn ? builtInProfiles[name] : undefined) ?? builtInProfiles['default'] ?? {};
  const flags: Record<string, unknown> = { ...base };
  const sources: Record<string, string> = Object.fromEntries(Object.keys(base).map((flag) => [flag, `built in (${isBuiltIn ? name : 'default'})`]));
  const apply = (values: Readonly<Record<string, unknown>> | undefined, source: string): void => {
    for (const [flag, value] of Object.entries(values ?? {})) {
      if (value === undefined) continue;
      flags[flag] = checkedFlag(flag, value, source);
      sources[flag] = source;
    }
  };
  for (const layer of layers) if (name === 'default' || !isBuiltIn) apply(layer.profiles['default'], `${layer.source} (default)`);
  for (const layer of layers) if (name !== 'default') apply(layer.profiles[name], `${layer.source} (${name})`);
  apply(overrides, 'this call');
  return { name, flags: profileFlagsSchema.parse(flags), sources };
};

const checkedFlag = (flag: string, value: unknown, source: string): unknown => {
  if (!isFlag(flag))
    throw new PalaceError('E_PROFILE_VALUE', `${source}: there is no flag “${flag}”. Known: ${Object.keys(profileFlagsSchema.shape).join(', ')}.`);
  const checked = profileFlagsSchema.shape[flag].safeParse(value);
  if (!checked.success)
    throw new PalaceError('E_PROFILE_VALUE', `${source}: ${flag} can't be ${JSON.stringify(value)}: ${z.prettifyError(checked.error).replace(/^✖ /, '')}.`);
  return checked.data;
};

const isFlag = (flag: string): flag is ProfileFlag => Object.hasOwn(profileFlagsSchema.shape, flag);
