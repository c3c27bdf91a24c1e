import { PalaceError } from '../../palace/model/palaceError.ts';

/** A name that an option or argument was given, if it is one of those known. Throws E_USAGE. */
export const oneOf = <T extends string>(option: string, known: readonly T[], given: string): T => {
  const found = known.find((name) => name === given);
  if (found === undefined)
    throw new PalaceError('E_USAGE', `${option}: there is no “${given}”. Known: ${known.join(', ')}.`);
  return found;
};
