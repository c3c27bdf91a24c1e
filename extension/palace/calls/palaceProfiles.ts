import path from 'node:path';
import type * as z from 'zod';
import { isErrno, reasonOf } from '../../base/files/errno.ts';
import { readGuardedSync } from '../../base/files/guardedFile.ts';
import { asReason, errorText, type ErrorText } from '../model/errors/errorText.ts';
import { PalaceError, withRemedy } from '../model/errors/palaceError.ts';
import { parseJsonAs } from '../model/errors/parseJsonAs.ts';
import type { CallOptions } from '../contract/palaceApi.ts';
import type { ResolvedProfileView } from '../contract/maintenanceSchemas.ts';
import { editorProfilesFile, profileLayerSchema, type ProfileLayer } from '../contract/caller.ts';
import { profileNames, resolveProfile, type ResolvedProfile } from '../retrieval/profiles/profiles.ts';

/** The profiles that apply to a call, lowest layer first. */
export type ProfileLayersOf = (call?: CallOptions) => readonly ProfileLayer[];

/**
 * The profiles of the editor's settings, lowest layer first, as a window wrote them into the palace's folder. They
 * apply to programs without such settings: the command line, agents and hooks. None without the file. Throws
 * E_PROFILE_VALUE if it can't be read as such.
 */
export const editorProfiles = (folder: string): readonly ProfileLayer[] =>
  readProfiles(
    path.join(folder, editorProfilesFile),
    profileLayerSchema.array(),
    (file, problem) => errorText`${file} is not a list of layers: ${asReason(problem)}.`,
  ) ?? [];

/**
 * The profiles that a palace's `profiles.json` (name → flag → value) adds to those of the settings; none without
 * such a file. Throws E_PROFILE_VALUE if it can't be read as such.
 */
export const palaceProfiles = (folder: string): readonly ProfileLayer[] => {
  const profiles = readProfiles(
    path.join(folder, 'profiles.json'),
    profileLayerSchema.shape.profiles,
    (file, problem) =>
      errorText`${file} is not a list of profiles by name, each an object of flags: ${asReason(problem)}.`,
  );
  return profiles === undefined ? [] : [{ source: 'the palace’s profiles.json', profiles }];
};

const mostProfileBytes = 1 << 20;

/** The files are small and read on every call, so an edit takes effect at once. */
const readProfiles = <T>(
  file: string,
  schema: z.ZodType<T>,
  wrongText: (file: string, problem: string) => ErrorText,
): T | undefined => {
  let text: string;
  try {
    text = readGuardedSync(file, { mostBytes: mostProfileBytes }).toString('utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw new PalaceError('E_PROFILE_VALUE', errorText`${file} can't be read: ${reasonOf(error)}.`);
  }
  return parseJsonAs(text, schema, (problem) => new PalaceError('E_PROFILE_VALUE', wrongText(file, problem)));
};

/** Why searches are refused: what is wrong with each profile, or with a file that can't be read. */
export const profileProblems = (layersOf: ProfileLayersOf, call: CallOptions): readonly string[] => {
  let layers: readonly ProfileLayer[] = [];
  const unread = problemOf(() => (layers = layersOf(call)));
  const wrong = profileNames(layers).flatMap((name) => problemOf(() => resolveProfile(name, layers)));
  // What is wrong with `default` is wrong with the profiles that follow it, too.
  return [...new Set([...unread, ...wrong])];
};

/** What the work throws, for people; nothing if it succeeds. */
export const problemOf = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (thrown) {
    return [withRemedy(PalaceError.from(thrown))];
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
