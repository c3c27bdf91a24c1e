import type * as z from 'zod';
import { messageOf } from '../../../base/text/messageOf.ts';
import type { PalaceError } from './palaceError.ts';
import { schemaProblem } from './schemaProblem.ts';

/** Parses JSON by a schema. `wrong` makes the error to throw of what is wrong, a sentence of `schemaReasons.ts` without a full stop. */
export const parseJsonAs = <T>(json: string, schema: z.ZodType<T>, wrong: (problem: string) => PalaceError): T => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (thrown) {
    throw wrong(`it is not JSON (${messageOf(thrown)})`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw wrong(schemaProblem(parsed.error, value));
  return parsed.data;
};
