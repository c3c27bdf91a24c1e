import type { ShelfGroup } from '../../palace/contract/browseSchemas.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { Shelf } from '../../palace/model/drawer/shelf.ts';
import { topRoom } from '../../palace/model/drawer/topRoom.ts';
import type { IndexedCommits } from '../git/commitsNote.ts';
import { compareNames } from './compareNames.ts';

/** A part of the memory whose rows are listed. */
export interface MemoryPlace {
  readonly shelf: Shelf;
  readonly wing?: string;
  readonly room?: string;
  /** A file's or a conversation's path, or a branch. */
  readonly group?: string;
}

/**
 * A row of the Memory view: shelves, their subdivisions, drawers, “Load more”, “Try again”, or a note on what was
 * indexed unasked.
 */
export type MemoryNode =
  /** Commits were indexed automatically; the person has not decided yet what to do about it. */
  | ({ readonly kind: 'commits' } & IndexedCommits)
  /** The palace has commits, but the workspace's files are not mined. */
  | { readonly kind: 'unmined' }
  /** `isFound`: it lists what a filter by words found. */
  | { readonly kind: 'shelf'; readonly shelf: Shelf; readonly count: number; readonly isFound: boolean }
  | {
      readonly kind: 'wing';
      readonly shelf: Shelf;
      readonly wing: string;
      readonly count: number;
      readonly rooms: number;
      readonly isShared: boolean;
    }
  | {
      readonly kind: 'room';
      readonly shelf: Shelf;
      readonly wing: string;
      readonly room: string;
      readonly count: number;
    }
  /** A file, a conversation, a branch; `place` is where its drawers are listed. */
  | { readonly kind: 'group'; readonly place: MemoryPlace; readonly group: ShelfGroup }
  | { readonly kind: 'drawer'; readonly drawer: DrawerView }
  | { readonly kind: 'more'; readonly list: string; readonly left: number }
  /** The palace could not be opened. The message above the tree says why. */
  | { readonly kind: 'retry' };

/** Wing → room → drawers. */
export type RoomCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The rows before the shelves: the note on automatically indexed commits, as long as the palace has any. */
export const commitsNodes = (
  indexed: IndexedCommits | null,
  byType: Readonly<Record<string, number>>,
): readonly MemoryNode[] =>
  indexed === null || (byType['git_commit'] ?? 0) === 0
    ? []
    : [{ kind: 'commits', ...indexed }, ...((byType['file'] ?? 0) > 0 ? [] : [{ kind: 'unmined' } as const])];

/** A shelf's wings, by name. */
export const wingNodes = (
  shelf: Shelf,
  wings: RoomCounts,
  isShared: (wing: string) => boolean,
): Extract<MemoryNode, { kind: 'wing' }>[] =>
  Object.entries(wings)
    .sort(([a], [b]) => compareNames(a, b))
    .map(([wing, rooms]) => ({
      kind: 'wing',
      shelf,
      wing,
      count: sum(Object.values(rooms)),
      rooms: Object.keys(rooms).length,
      isShared: isShared(wing),
    }));

/** The rooms of a shelf's wing, by name; the files in the wing's root stand below its folders, as in an explorer. */
export const roomNodes = (
  shelf: Shelf,
  wings: RoomCounts,
  wing: string,
): Extract<MemoryNode, { kind: 'room' }>[] => {
  const isTop = (room: string): boolean => shelf === 'files' && room === topRoom;
  return Object.entries(wings[wing] ?? {})
    .sort(([a], [b]) => Number(isTop(a)) - Number(isTop(b)) || compareNames(a, b))
    .map(([room, count]) => ({ kind: 'room', shelf, wing, room, count }));
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** All drawers of a shelf. */
export const drawersIn = (wings: RoomCounts): number =>
  sum(Object.values(wings).flatMap((rooms) => Object.values(rooms)));

/** A unique key for each list. It stays the same over refreshes. */
export const listKey = ({ shelf, wing, room, group }: MemoryPlace): string =>
  JSON.stringify([shelf, wing ?? null, room ?? null, group ?? null]);

/** A unique key for each node. It stays the same over refreshes. */
export const nodeKey = (node: MemoryNode): string => {
  switch (node.kind) {
    case 'shelf':
      return JSON.stringify([node.isFound ? 'found' : 'shelf', node.shelf]);
    case 'wing':
    case 'room':
      return JSON.stringify([node.kind, listKey(node)]);
    case 'group':
      return JSON.stringify(['group', listKey(node.place), node.group.wing, node.group.room]);
    case 'drawer':
      return JSON.stringify(['drawer', node.drawer.drawer_id]);
    case 'more':
      return JSON.stringify(['more', node.list]);
    case 'commits':
    case 'unmined':
    case 'retry':
      return JSON.stringify([node.kind]);
  }
};
