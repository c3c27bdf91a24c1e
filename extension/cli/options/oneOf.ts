import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** Returns the value of an option or argument if it is a known name. Throws E_USAGE otherwise. */
export const oneOf = <T extends string>(option: string, known: readonly T[], given: string): T => {
  const found = known.find((name) => name === given);
  if (found === undefined)
    throw new PalaceError('E_USAGE', `${option}: there is no “${given}”. Known: ${known.join(', ')}.`);
  return found;
};
