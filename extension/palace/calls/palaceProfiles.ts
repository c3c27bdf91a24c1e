import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { isErrno } from '../../base/errno.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { CallOptions } from '../contract/palaceApi.ts';
import type { ResolvedProfileView } from '../contract/maintenanceSchemas.ts';
import type { ProfileLayer } from '../contract/caller.ts';
import type { ResolvedProfile } from '../retrieval/profiles/profiles.ts';

/** The profiles that apply to a call, lowest layer first. */
export type ProfileLayersOf = (call?: CallOptions) => readonly ProfileLayer[];

const fileSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * The profiles that a palace's `profiles.json` (name → flag → value) adds to those of the settings; none without
 * such a file. The file is small and read on every call, so an edit takes effect at once. Throws E_PROFILE_VALUE
 * if it can't be read as such.
 */
export const palaceProfiles = (folder: string): readonly ProfileLayer[] => {
  const file = path.join(folder, 'profiles.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw new PalaceError('E_PROFILE_VALUE', errorText`${file} can't be read: ${String(error)}`);
  }
  try {
    return [{ source: 'the palace’s profiles.json', profiles: fileSchema.parse(JSON.parse(text)) }];
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new PalaceError(
      'E_PROFILE_VALUE',
      errorText`${file} is not a list of profiles by name, each an object of flags: ${problem}`,
    );
  }
};

/** A resolved profile in its wire form: each flag's value and where it came from. */
export const profileView = ({ name, flags, sources }: ResolvedProfile): ResolvedProfileView => ({
  name,
  description: flags.description,
  flags: Object.fromEntries(
    Object.entries(flags)
      .filter(([flag]) => flag !== 'description')
      .map(([flag, value]) => [flag, { value, source: sources[flag] ?? '' }]),
  ),
});
