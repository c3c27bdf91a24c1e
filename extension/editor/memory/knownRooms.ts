import type { Result } from '../../palace/contract/palaceApi.ts';
import { compareNames } from './compareNames.ts';

interface KnownRoom {
  readonly wing: string;
  readonly room: string;
  readonly drawers: number;
}

/** Every room of the palace once, by wing and name, with all of its drawers. */
export const knownRooms = (shelves: Result<'shelves'>): readonly KnownRoom[] => {
  const rooms = new Map<string, KnownRoom>();
  for (const wings of Object.values(shelves))
    for (const [wing, counts] of Object.entries(wings))
      for (const [room, count] of Object.entries(counts)) {
        const key = JSON.stringify([wing, room]);
        rooms.set(key, { wing, room, drawers: (rooms.get(key)?.drawers ?? 0) + count });
      }
  return [...rooms.values()].sort((a, b) => compareNames(a.wing, b.wing) || compareNames(a.room, b.room));
};
