import type { LinkedPalaces } from '../../palace/contract/linkedPalaces.ts';
import { readLinks } from './linkFile.ts';
import { PalaceDoor } from './palaceDoor.ts';

/** The palaces that a person has linked to the one in a folder. The list is read anew each time; ways to them are kept. */
export const linkedPalaces = (folder: string, distFolder: string): LinkedPalaces => {
  const doors = new Map<string, PalaceDoor>();
  const doorTo = (other: string): PalaceDoor => {
    const door = doors.get(other) ?? new PalaceDoor(other, distFolder);
    doors.set(other, door);
    return door;
  };
  return {
    list() {
      const links = readLinks(folder);
      const wanted = new Set(links.map((link) => link.folder));
      for (const [other, door] of doors)
        if (!wanted.has(other)) {
          doors.delete(other);
          void door.close();
        }
      return links.map((link) => ({
        ...link,
        title: `The linked palace “${link.name}” (${link.folder})`,
        call: (method, params, signal) => doorTo(link.folder).call(method, params, signal),
      }));
    },
    async close() {
      await Promise.all([...doors.values()].map((door) => door.close()));
      doors.clear();
    },
  };
};
