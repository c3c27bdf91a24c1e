import type { SearchHit, SearchResult } from '../../contract/search/searchResult.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** A search's answer that says of each part of a long note which part of which note it is. Those of linked palaces are unknown. */
export const withNotes = (
  result: SearchResult,
  read: Pick<ReadQueries, 'drawerById' | 'partsOfNotes'>,
): SearchResult => {
  const notes = result.results.filter(({ type, palace }) => palace === undefined && isNoteType(type));
  if (notes.length === 0) return result;
  const parts = read.partsOfNotes(notes.map(({ drawer_id: id }) => drawerId(id)));
  if (parts.size === 0) return result;
  const titles = new Map<string, string>();
  const titleOf = (first: string): string => {
    const known = titles.get(first);
    if (known !== undefined) return known;
    const drawer = read.drawerById(drawerId(first));
    const title = drawer === undefined ? first : drawerTitle(drawer);
    titles.set(first, title);
    return title;
  };
  const partOf = ({ drawer_id: id, palace }: SearchHit): SearchHit['part_of'] => {
    const all = palace === undefined ? (parts.get(drawerId(id)) ?? []) : [];
    const [first] = all;
    return first === undefined
      ? undefined
      : { drawer_id: first, title: titleOf(first), part: all.indexOf(drawerId(id)) + 1, parts: all.length };
  };
  return {
    ...result,
    results: result.results.map((hit) => {
      const note = partOf(hit);
      return note === undefined ? hit : { ...hit, part_of: note };
    }),
  };
};
