import type { DrawerView } from '../../contract/drawerViewSchema.ts';
import type { SearchResult } from '../../contract/search/searchResult.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import { isNoteType } from '../../model/drawer/noteTypes.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

type NoteReads = Pick<ReadQueries, 'drawerById' | 'partsOfNotes'>;
type Named = Pick<DrawerView, 'drawer_id' | 'type' | 'palace'>;
type PartOf = NonNullable<DrawerView['part_of']>;

/** Which part of which long note each of the drawers is, by ID. Other drawers, and those of linked palaces, are left out. */
const partsByDrawer = (
  drawers: readonly { readonly drawer_id: string; readonly type: string; readonly palace?: string | undefined }[],
  read: Pick<NoteReads, 'partsOfNotes'>,
): ReadonlyMap<string, PartOf> => {
  const notes = drawers.filter(({ type, palace }) => palace === undefined && isNoteType(type));
  if (notes.length === 0) return new Map();
  const parts = read.partsOfNotes(notes.map(({ drawer_id: id }) => drawerId(id)));
  return new Map(
    notes.flatMap(({ drawer_id: id }) => {
      const all = parts.get(drawerId(id)) ?? [];
      const [first] = all;
      return first === undefined
        ? []
        : [[id, { drawer_id: first, part: all.indexOf(drawerId(id)) + 1, parts: all.length }] as const];
    }),
  );
};

/** Drawers that say which part of which long note they are. */
export const viewsWithNotes = <View extends Named>(
  views: readonly View[],
  read: Pick<NoteReads, 'partsOfNotes'>,
): (View & Pick<DrawerView, 'part_of'>)[] => {
  const parts = partsByDrawer(views, read);
  return views.map((view) => {
    const note = parts.get(view.drawer_id);
    return note === undefined ? view : { ...view, part_of: note };
  });
};

/** A search's answer whose results say so, with the notes' titles. */
export const withNotes = (result: SearchResult, read: NoteReads): SearchResult => {
  const parts = partsByDrawer(result.results, read);
  if (parts.size === 0) return result;
  const titles = new Map(
    [...new Set([...parts.values()].map(({ drawer_id: first }) => first))].map((first) => {
      const drawer = read.drawerById(drawerId(first));
      return [first, drawer === undefined ? first : drawerTitle(drawer)];
    }),
  );
  return {
    ...result,
    results: result.results.map((hit) => {
      const note = parts.get(hit.drawer_id);
      return note === undefined
        ? hit
        : { ...hit, part_of: { ...note, title: titles.get(note.drawer_id) ?? note.drawer_id } };
    }),
  };
};
