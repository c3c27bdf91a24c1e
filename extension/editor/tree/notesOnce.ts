import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { drawersById } from './drawersById.ts';

/** The IDs of notes, a long one once: by its first part, at the place of the part that comes first. Those that are gone are left out. */
export const notesOnce = async (
  api: Pick<PalaceApi, 'show' | 'noteText'>,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const notes: string[] = [];
  const seen = new Set<string>();
  for (const { drawer_id: id, chunk_index: index } of await drawersById(api, ids)) {
    if (seen.has(id)) continue;
    const parts = index === 0 ? [id] : (await api.noteText({ drawer_id: id })).drawer_ids;
    const [first = id] = parts;
    if (!seen.has(first)) notes.push(first);
    for (const part of [first, ...parts]) seen.add(part);
  }
  return notes;
};
