import { entryTypes, tiers, type EntryType, type Tier } from '../../model/drawer/drawer.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { fileKinds } from '../../model/drawer/vocabulary.ts';
import { roomName, wingName, type IsoTime, type RoomName, type WingName } from '../../model/drawer/ids.ts';
import { errorText, type ErrorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { QueryField } from '../../model/query/querySyntax.ts';
import { parseQueryDate } from './queryDate.ts';

/** One `field:value` of a query. */
export interface FieldCondition {
  readonly field: QueryField;
  /** The members of a comma list; one, possibly with commas in it, for `path`. */
  readonly values: readonly string[];
}

const refuse = (field: QueryField, value: string, text: ErrorText): PalaceError =>
  new PalaceError('E_QUERY_FIELD', text, {
    remedy: errorText`Correct or remove ${field}: in the query. To search for it as text, write it in the query with its quotes: "${field}:${value}".`,
  });

const member = <T extends string>(field: QueryField, value: string, allowed: readonly T[]): T => {
  const found = allowed.find((name) => name === value.toLowerCase());
  if (found === undefined)
    throw refuse(
      field,
      value,
      errorText`${field}:${value} in the query: "${value}" is not one of ${allowed.join(', ')}.`,
    );
  return found;
};

const date = (field: QueryField, value: string): IsoTime => {
  const time = parseQueryDate(value);
  if (time === undefined)
    throw refuse(
      field,
      value,
      errorText`${field}:${value} in the query: "${value}" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or an ISO time such as 2023-05-08T12:00Z.`,
    );
  return time;
};

const once = <T>(field: QueryField, given: readonly T[]): T | undefined => {
  if (new Set(given).size > 1)
    throw new PalaceError(
      'E_QUERY_FIELD',
      errorText`${field}:${given.join(` ${field}:`)} in the query: it may be given only once.`,
      { remedy: errorText`Correct or remove ${field}: in the query.` },
    );
  return given[0];
};

const list = <T>(values: readonly T[]): readonly T[] | undefined =>
  values.length === 0 ? undefined : [...new Set(values)];

/** Combines a query's conditions into a filter. Throws `E_QUERY_FIELD`, naming the field, its value and what is allowed. */
export const queryFilter = (conditions: readonly FieldCondition[]): DrawerFilter => {
  const valuesOf = (field: QueryField): readonly string[] => {
    const values = conditions
      .filter((condition) => condition.field === field)
      .flatMap((condition) => condition.values);
    if (values.includes(''))
      throw refuse(
        field,
        '',
        errorText`${field}: in the query: it has no value; write it directly after the colon.`,
      );
    return values;
  };
  const wings: readonly WingName[] | undefined = list(valuesOf('wing').map(wingName));
  const rooms: readonly RoomName[] | undefined = list(valuesOf('room').map(roomName));
  const types: readonly EntryType[] | undefined = list(
    valuesOf('type').map((value) => member('type', value, entryTypes)),
  );
  const tierList: readonly Tier[] | undefined = list(
    valuesOf('tier').map((value) => member('tier', value, tiers)),
  );
  const kinds = list(valuesOf('kind').map((value) => member('kind', value, fileKinds)));
  const tags = list(valuesOf('tag'));
  const palaces = list(valuesOf('palace'));
  const filedFrom = once(
    'after',
    valuesOf('after').map((value) => date('after', value)),
  );
  const filedBefore = once(
    'before',
    valuesOf('before').map((value) => date('before', value)),
  );
  const path = once(
    'path',
    valuesOf('path').map((value) => value.replaceAll('\\', '/')),
  );
  return {
    ...(wings && { wings }),
    ...(rooms && { rooms }),
    ...(types && { types }),
    ...(tierList && { tiers: tierList }),
    ...(kinds && { kinds }),
    ...(tags && { tags }),
    ...(palaces && { palaces }),
    ...(filedFrom && { filedFrom }),
    ...(filedBefore && { filedBefore }),
    ...(path !== undefined && { path }),
  };
};
