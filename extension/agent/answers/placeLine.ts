import { plural } from '../../base/text/plural.ts';
import { textEnd } from '../../base/text/textEnd.ts';
import { textStart } from '../../base/text/textStart.ts';
import { placeInSource } from '../../palace/model/source/sourcePlace.ts';
import { gap } from './matchedExcerpt.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import { isPartOfFile, type NotePart, type Place } from './placesOf.ts';

/** Most characters of a path: a longer one would take the room of other results. */
const longestPath = 240;
/** Most places of one file or note; of the others, only the number is told. */
const mostPlaces = 8;
/** The end of a path tells more than its beginning. */
const longestStart = 80;

/**
 * A result's head in one line: its rank and place, `path:12–34, 50–60` for parts of a file, else the drawer's ID,
 * type and day, which parts of a long note it stands for, and where it lives if that is a linked palace; then the names defined in
 * the first of them and its annotations, except those that are given once for all results. A very long path is shortened, and the
 * ID is given, too, as it is beside one with line breaks.
 */
export const placeLine = ({ hit, also, alsoParts }: Place, saidOnce: readonly string[]): string => {
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
                ...partsOf(hit, alsoParts),
              ]
            : [inFile]),
        ];
  const unnamed = Math.max(places.length, alsoParts.length + 1) - mostPlaces;
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

/** `part 8 of 30 of drawer_harbor_notes_1, also 7, 9`: the ID is the first part's, from which the whole note is read. */
const partsOf = ({ part_of: note }: SearchHit, also: readonly NotePart[]): readonly string[] => {
  if (note === undefined) return [];
  const { drawer_id: first, part, parts } = note;
  const others = also.slice(0, mostPlaces - 1).map((other) => other.part);
  return [
    `part ${part} of ${parts}${part === 1 ? '' : ` of ${first}`}${others.length === 0 ? '' : `, also ${others.join(', ')}`}`,
  ];
};

/** Control characters are not: an answer's heads are one line each. */
const isShownAsItIs = (path: string): boolean => path.length <= longestPath && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path);

const shortened = (path: string): string => {
  if (path.length <= longestPath) return path;
  const end = textEnd(path, longestPath - longestStart);
  return `${textStart(path, longestStart)}${gap}${end}`;
};
