import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';

/**
 * Returns the rows unchanged if their rowids rise from `after`, else throws `E_PALACE_DAMAGED`. A damaged tree can
 * give rows out of order; a scan that continues from the last one would then never end.
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
