import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { noteIdOf } from '../../palace/contract/noteIdOf.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { drawersById } from './drawersById.ts';

/** The drawers that still exist, followed by all other parts of the notes among them. */
export const drawersWithParts = async (
  api: Pick<PalaceApi, 'show' | 'noteText'>,
  ids: readonly string[],
): Promise<DrawerView[]> => {
  const drawers = await drawersById(api, ids);
  const given = new Set(drawers.map(({ drawer_id: id }) => id));
  const parts = new Set<string>();
  for (const { drawer_id: id, part_of: note } of drawers) {
    if (note === undefined || parts.has(id)) continue;
    for (const part of (await api.noteText({ drawer_id: id })).drawer_ids) parts.add(part);
  }
  return [
    ...drawers,
    ...(await drawersById(
      api,
      [...parts].filter((id) => !given.has(id)),
    )),
  ];
};

/** How many notes and other drawers these are: a long note counts once, however many parts of it are among them. */
export const countNotes = (drawers: readonly Pick<DrawerView, 'drawer_id' | 'part_of'>[]): number =>
  new Set(drawers.map(noteIdOf)).size;
