import { plural } from '../../base/text/plural.ts';
import { textStart } from '../../base/text/textStart.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import { gap } from './matchedExcerpt.ts';
import { isPartOfFile, type Place } from './placesOf.ts';

/** Most characters of a path: a longer one would take the room of other results. */
const longestPath = 240;
/** Most places of one file; of the others, only the number is told. */
const mostPlaces = 8;
/** The end of a path tells more than its beginning. */
const longestStart = 80;

/**
 * A result's head in one line: its rank and place, `path:12–34, 50–60` for parts of a file, else the drawer's ID,
 * type and day, and where it lives if that is a linked palace; then the names defined in the first of them and its
 * annotations, except those that are given once for all results. A very long path is shortened, and the ID is given, too, as it
 * is beside one with line breaks.
 */
export const placeLine = ({ hit, also }: Place, saidOnce: readonly string[]): string => {
  const { type, source_file: file, lines, filed_at: filed, drawer_id: id, palace, names = [], annotations } = hit;
  const places = lines === null ? [] : [lines, ...also];
  const named = places.slice(0, mostPlaces).map(({ start, end }) => `${start}–${end}`);
  const inFile = isPartOfFile(hit) ? `${shortened(file ?? '')}:${named.join(', ')}` : null;
  // Another palace's drawer is read by its ID, because its path may also exist in this workspace.
  const isReadByPlace = palace === undefined && isShownAsItIs(file ?? '');
  const place =
    inFile !== null && isReadByPlace
      ? [inFile]
      : [
          ...(palace === undefined ? [] : [`in the linked palace ${palace}`]),
          id,
          ...(inFile === null
            ? [
                `${type} ${filed.slice(0, 10)}`,
                ...(file === null
                  ? []
                  : [`${shortened(file)}${type === 'file' ? placeInSource(file, lines) : ''}`]),
              ]
            : [inFile]),
        ];
  const unnamed = places.length - named.length;
  const marks = [
    ...(unnamed > 0 ? [`${plural(unnamed, 'more place')} in it`] : []),
    ...(hit.pinned ? ['pinned'] : []),
    ...(hit.archived ? ['archived'] : []),
    ...annotations.filter((text) => !saidOnce.includes(text)),
  ];
  return [`${hit.rank} ${place.join(' · ')}`, ...(names.length === 0 ? [] : [names.join(', ')]), ...marks].join(
    ' · ',
  );
};

/** Control characters are not: an answer's heads are one line each. */
const isShownAsItIs = (path: string): boolean => path.length <= longestPath && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path);

const shortened = (path: string): string => {
  if (path.length <= longestPath) return path;
  const end = path.slice(path.length - (longestPath - longestStart)).replace(/^[\udc00-\udfff]/, '');
  return `${textStart(path, longestStart)}${gap}${end}`;
};
