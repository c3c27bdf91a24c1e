import type * as z from 'zod';
import { errorText } from '../errors/errorText.ts';
import { PalaceError } from '../errors/palaceError.ts';

/** Where the next page of a list begins; opaque to callers, and of letters that no shell reads as anything else. */
export type PageCursor = string;

export const pageCursor = (position: readonly (string | number)[]): PageCursor =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position in a cursor. Throws E_USAGE on what is no cursor of this list. */
export const positionOfCursor = <Position>(cursor: PageCursor, schema: z.ZodType<Position>): Position => {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (thrown) {
    throw new PalaceError('E_USAGE', errorText`“${cursor}” is not a page’s cursor.`, {
      cause: thrown,
      remedy: 'A cursor comes from an earlier page of the same list: use it as it stands there.',
    });
  }
};
