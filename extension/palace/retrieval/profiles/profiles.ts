import type { ProfileLayer } from '../../contract/caller.ts';
import { asReason, errorText, type ErrorText } from '../../model/errors/errorText.ts';
import { nearestName } from '../../model/text/nameDistance.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { schemaProblem } from '../../model/errors/schemaProblem.ts';
import { builtInProfiles, profileChanges } from './builtInProfiles.ts';
import { insteadOf } from './foreignFlags.ts';
import { profileFlagsSchema, switchableAxes, type ProfileFlag, type ProfileFlags } from './profileFlags.ts';

export interface ResolvedProfile {
  readonly name: string;
  readonly flags: ProfileFlags;
  /** Where each flag's value came from. */
  readonly sources: Readonly<Record<string, string>>;
}

/** The names of all profiles, sorted. */
export const profileNames = (layers: readonly ProfileLayer[]): string[] =>
  [
    ...new Set([...Object.keys(builtInProfiles), ...layers.flatMap((layer) => Object.keys(layer.profiles))]),
  ].sort();

/**
 * The merge chain: `default` as built in → each layer's `default` → the profile as built in → each layer's profile of that
 * name → the call's overrides; the later wins, flag by flag. The built-in yardsticks (`baseline`, `seed_rrf`)
 * don't follow `default`. Last, `axes_enabled` switches off what it does not list. Throws E_PROFILE_UNKNOWN
 * with the names there are, E_PROFILE_VALUE with flag, value and bounds.
 */
export const resolveProfile = (
  name: string,
  layers: readonly ProfileLayer[],
  overrides: Readonly<Record<string, unknown>> = {},
): ResolvedProfile => {
  const known = profileNames(layers);
  if (!known.includes(name))
    throw new PalaceError(
      'E_PROFILE_UNKNOWN',
      errorText`There is no profile “${name}”. Known: ${known.join(', ')}.`,
      meantOf(name, known),
    );
  const changes = own(profileChanges, name);
  const standsAlone = name !== 'default' && changes === undefined && Object.hasOwn(builtInProfiles, name);
  const base = (standsAlone ? own(builtInProfiles, name) : undefined) ?? own(builtInProfiles, 'default') ?? {};
  const flags: Record<string, unknown> = { ...base };
  const sources: Record<string, string> = Object.fromEntries(
    Object.keys(base).map((flag) => [flag, `built in (${standsAlone ? name : 'default'})`]),
  );
  const apply = (values: Readonly<Record<string, unknown>> | undefined, source: string): void => {
    for (const [flag, value] of Object.entries(values ?? {})) {
      if (value === undefined) continue;
      flags[flag] = checkedFlag(flag, value, source);
      sources[flag] = source;
    }
  };
  if (!standsAlone) for (const layer of layers) apply(own(layer.profiles, 'default'), `${layer.source} (default)`);
  apply(changes, `built in (${name})`);
  if (name !== 'default')
    for (const layer of layers) apply(own(layer.profiles, name), `${layer.source} (${name})`);
  apply(overrides, 'this call');
  const whole = profileFlagsSchema.parse(flags);
  const off = switchableAxes.filter((axis) => !whole.axes_enabled.includes(axis));
  return {
    name,
    flags: { ...whole, ...Object.fromEntries(off.map((axis) => [`${axis}_enabled`, false])) },
    sources: {
      ...sources,
      ...Object.fromEntries(
        off.map((axis) => [`${axis}_enabled`, `axes_enabled (${sources['axes_enabled'] ?? ''})`]),
      ),
    },
  };
};

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const checkedFlag = (flag: string, value: unknown, source: string): unknown => {
  if (!isFlag(flag)) throw unknownFlag(flag, source);
  const checked = profileFlagsSchema.shape[flag].safeParse(value);
  if (!checked.success)
    throw new PalaceError(
      'E_PROFILE_VALUE',
      errorText`${source}: ${flag} can't be ${JSON.stringify(value)}: ${asReason(schemaProblem(checked.error, value))}.`,
    );
  return checked.data;
};

const flagNames = Object.keys(profileFlagsSchema.shape);

/** The remedy where a name is near one that there is. */
const meantOf = (written: string, names: readonly string[]): { readonly remedy?: ErrorText } => {
  const meant = nearestName(written, names);
  return meant === undefined ? {} : { remedy: errorText`Did you mean ${meant}?` };
};

const unknownFlag = (flag: string, source: string): PalaceError => {
  const instead = insteadOf(flag, isFlag);
  return instead === undefined
    ? new PalaceError(
        'E_PROFILE_VALUE',
        errorText`${source}: there is no flag “${flag}”. Known: ${flagNames.join(', ')}.`,
        meantOf(flag, flagNames),
      )
    : new PalaceError(
        'E_PROFILE_VALUE',
        errorText`${source}: “${flag}” is a flag of MemPalace. ${asReason(instead)}.`,
      );
};

const isFlag = (flag: string): flag is ProfileFlag => Object.hasOwn(profileFlagsSchema.shape, flag);
