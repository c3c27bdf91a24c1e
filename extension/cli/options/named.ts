import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/**
 * What was given for an option or argument that names something. Throws E_USAGE if it is empty, as a script's unset variable is: it
 * would name nothing, everything, or the current folder.
 */
export const named = (option: string, given: string): string => {
  if (given.trim() === '') throw new PalaceError('E_USAGE', `${option}: it must have at least 1 character.`);
  return given;
};

/** The same as commander's parser of an option or argument. */
export const namedBy =
  (option: string) =>
  (given: string): string =>
    named(option, given);
