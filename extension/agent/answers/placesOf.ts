import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';

type Lines = NonNullable<SearchHit['lines']>;

/** A part of a long note. */
export interface NotePart {
  readonly drawer_id: string;
  /** From 1. */
  readonly part: number;
}

/**
 * A result with the other places of the same file or long note that were found, in their order of rank. Parts of one long line are
 * one place.
 */
export interface Place {
  readonly hit: SearchHit;
  readonly also: readonly Lines[];
  readonly alsoParts: readonly NotePart[];
}

/** Whether its file can be read at its lines. The pages of a document can't. */
export const isPartOfFile = ({ type, source_file: file, lines }: SearchHit): boolean =>
  type === 'file' && file !== null && lines !== null && documentKindOf(file) === null;

/** Each result as a place of its own. */
export const singlePlaces = (hits: readonly SearchHit[]): readonly Place[] =>
  hits.map((hit) => ({ hit, also: [], alsoParts: [] }));

/** The results, with the parts of a file or note grouped under the best of them. Other results stay single. */
export const placesOf = (hits: readonly SearchHit[]): readonly Place[] => {
  const places: Place[] = [];
  const groups = new Map<
    string,
    { readonly first: SearchHit; readonly also: Lines[]; readonly alsoParts: NotePart[] }
  >();
  for (const hit of hits) {
    const key = groupOf(hit);
    const found = key === null ? undefined : groups.get(key);
    if (found === undefined) {
      const group = { first: hit, also: [], alsoParts: [] };
      places.push({ hit, also: group.also, alsoParts: group.alsoParts });
      if (key !== null) groups.set(key, group);
      continue;
    }
    const { lines, part_of: note, drawer_id: id } = hit;
    if (note !== undefined) found.alsoParts.push({ drawer_id: id, part: note.part });
    else if (lines !== null && ![found.first.lines, ...found.also].some((known) => isSame(known, lines)))
      found.also.push(lines);
  }
  return places;
};

/** What is equal for the parts of a file or of a note; null for a result that stays single. */
const groupOf = (hit: SearchHit): string | null =>
  hit.part_of !== undefined
    ? `note:${hit.part_of.drawer_id}`
    : isPartOfFile(hit)
      ? `file:${hit.palace ?? ''}:${hit.source_file}`
      : null;

const isSame = (a: Lines | null, b: Lines): boolean => a?.start === b.start && a.end === b.end;
