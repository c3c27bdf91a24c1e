import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';

type Lines = NonNullable<SearchHit['lines']>;

/** A result with the other places of the same file that were found, in their order of rank. Parts of one long line are one place. */
export interface Place {
  readonly hit: SearchHit;
  readonly also: readonly Lines[];
}

/** Whether its file can be read at its lines. The pages of a document can't. */
export const isPartOfFile = ({ type, source_file: file, lines }: SearchHit): boolean =>
  type === 'file' && file !== null && lines !== null && documentKindOf(file) === null;

/** The results, with the parts of a file grouped under the best of them. Other results stay single. */
export const placesOf = (hits: readonly SearchHit[]): readonly Place[] => {
  const places: Place[] = [];
  const byFile = new Map<string, { readonly first: Lines; readonly also: Lines[] }>();
  for (const hit of hits) {
    const { source_file: file, lines, palace = '' } = hit;
    const isPart = isPartOfFile(hit) && lines !== null;
    const key = `${palace}:${file}`;
    const found = isPart ? byFile.get(key) : undefined;
    if (isPart && found !== undefined) {
      if (![found.first, ...found.also].some((known) => isSame(known, lines))) found.also.push(lines);
      continue;
    }
    const also: Lines[] = [];
    places.push({ hit, also });
    if (isPart) byFile.set(key, { first: lines, also });
  }
  return places;
};

const isSame = (a: Lines, b: Lines): boolean => a.start === b.start && a.end === b.end;
