import { errorText } from '../../model/errorText.ts';
import { PalaceError } from '../../model/palaceError.ts';

/**
 * The rows as they are, if their rowids rise from `after`. A damaged tree can give them out of order, and whoever goes on
 * from the last one would never come to an end: throws `E_PALACE_DAMAGED`.
 */
export const ascending = <Row extends { readonly rowid: number }>(rows: Row[], after: number): Row[] => {
  let last = after;
  for (const { rowid } of rows) {
    if (!(rowid > last))
      throw new PalaceError(
        'E_PALACE_DAMAGED',
        errorText`The rows of a table are out of order: ${rowid} comes after ${last}.`,
      );
    last = rowid;
  }
  return rows;
};
