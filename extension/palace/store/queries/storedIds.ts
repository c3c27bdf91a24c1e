import * as z from 'zod';
import { PalaceError } from '../../model/palaceError.ts';

const idList = z.array(z.string());

/** A pattern's list of drawers as it is stored. Throws E_PALACE_DAMAGED. */
export const storedIds = (text: string): string[] => {
  try {
    return idList.parse(JSON.parse(text));
  } catch (thrown) {
    throw new PalaceError('E_PALACE_DAMAGED', `A pattern holds the unreadable list of drawers ${text}.`, {
      cause: thrown,
    });
  }
};
