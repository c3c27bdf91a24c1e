import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { Localiser } from '../platform/localiser.ts';

/**
 * The text that a row of the side bar passed to its command. Throws E_USAGE with the remedy if the command was
 * called without a row.
 */
export const requiredText = (text: string | undefined, remedy: string, { t }: Localiser): string => {
  if (text === undefined)
    throw new PalaceError('E_USAGE', t('The command was called without an item.'), { remedy });
  return text;
};
