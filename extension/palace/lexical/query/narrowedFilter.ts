import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { QueryField } from '../../model/query/querySyntax.ts';

/**
 * The filter of a search and what its query adds: a drawer has to pass both. Throws `E_QUERY_FIELD` where none can, and where both
 * name tags or a path and these differ, because a filter holds one such condition.
 */
export const narrowedFilter = (given: DrawerFilter, typed: DrawerFilter): DrawerFilter => {
  const wings = inBoth('wing', given.wings, typed.wings);
  const rooms = inBoth('room', given.rooms, typed.rooms);
  const types = inBoth('type', given.types, typed.types);
  const tiers = inBoth('tier', given.tiers, typed.tiers);
  const kinds = inBoth('kind', given.kinds, typed.kinds);
  const palaces = inBoth('palace', given.palaces, typed.palaces);
  demandSame('tag', given.tags, typed.tags);
  demandSame(
    'path',
    given.path === undefined ? undefined : [given.path],
    typed.path === undefined ? undefined : [typed.path],
  );
  return {
    ...given,
    ...typed,
    ...(wings && { wings }),
    ...(rooms && { rooms }),
    ...(types && { types }),
    ...(tiers && { tiers }),
    ...(kinds && { kinds }),
    ...(palaces && { palaces }),
    ...(isLater(given.filedFrom, typed.filedFrom) && { filedFrom: given.filedFrom }),
    ...(isLater(typed.filedBefore, given.filedBefore) && { filedBefore: given.filedBefore }),
  };
};

/** A drawer has one value of each such list. */
const inBoth = <T extends string>(
  field: QueryField,
  given: readonly T[] | undefined,
  typed: readonly T[] | undefined,
): readonly T[] | undefined => {
  if (!given || !typed) return given ?? typed;
  const left = given.filter((value) => typed.includes(value));
  if (left.length === 0) throw contradiction(field, given, typed);
  return left;
};

const isLater = <T extends string>(time: T | undefined, other: T | undefined): time is T =>
  time !== undefined && other !== undefined && Date.parse(time) > Date.parse(other);

const demandSame = (
  field: QueryField,
  given: readonly string[] | undefined,
  typed: readonly string[] | undefined,
): void => {
  if (given && typed && folded(given) !== folded(typed)) throw contradiction(field, given, typed);
};

const folded = (values: readonly string[]): string =>
  values
    .map((value) => value.toLowerCase())
    .sort()
    .join('\n');

const contradiction = (field: QueryField, given: readonly string[], typed: readonly string[]): PalaceError =>
  new PalaceError(
    'E_QUERY_FIELD',
    errorText`${field}:${typed.join(',')} in the query: this search is limited to ${field}:${given.join(',')} already.`,
    { remedy: errorText`Correct or remove ${field}: in the query.` },
  );
