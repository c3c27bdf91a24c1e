import type { IndexedCommits } from '../git/commitsNote.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

/** A row of the Memory view: wings, their rooms, the rooms' drawers, “Load more”, “Try again”, or what was indexed unasked. */
export type MemoryNode =
  /** Commits were indexed automatically; the person has not decided yet what to do about it. */
  | ({ readonly kind: 'commits' } & IndexedCommits)
  /** The palace has commits, but the workspace's files are not mined. */
  | { readonly kind: 'unmined' }
  | { readonly kind: 'wing'; readonly wing: string; readonly count: number; readonly rooms: number }
  | { readonly kind: 'room'; readonly wing: string; readonly room: string; readonly count: number }
  | { readonly kind: 'drawer'; readonly drawer: DrawerView }
  | { readonly kind: 'more'; readonly wing: string; readonly room: string; readonly left: number }
  /** The palace could not be opened. The message above the tree says why. */
  | { readonly kind: 'retry' };

const compareNames = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

/** Wing → room → drawers. */
export type RoomCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What comes before the wings: the note on automatically indexed commits, as long as the palace has any. */
export const commitsNodes = (
  indexed: IndexedCommits | null,
  byType: Readonly<Record<string, number>>,
): readonly MemoryNode[] =>
  indexed === null || (byType['git_commit'] ?? 0) === 0
    ? []
    : [{ kind: 'commits', ...indexed }, ...((byType['file'] ?? 0) > 0 ? [] : [{ kind: 'unmined' } as const])];

/** The wings that are not empty, by name. */
export const wingNodes = (wings: RoomCounts): readonly MemoryNode[] =>
  Object.entries(wings)
    .map(([wing, rooms]) => ({ wing, held: Object.values(rooms).filter((count) => count > 0) }))
    .filter(({ held }) => held.length > 0)
    .sort((a, b) => compareNames(a.wing, b.wing))
    .map(({ wing, held }) => ({
      kind: 'wing',
      wing,
      count: held.reduce((sum, count) => sum + count, 0),
      rooms: held.length,
    }));

/** A wing's rooms that are not empty, by name. */
export const roomNodes = (wings: RoomCounts, wing: string): readonly MemoryNode[] =>
  Object.entries(wings[wing] ?? {})
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => compareNames(a, b))
    .map(([room, count]) => ({ kind: 'room', wing, room, count }));

/** A unique key for each node. It stays the same over refreshes. */
export const nodeKey = (node: MemoryNode): string => {
  switch (node.kind) {
    case 'wing':
      return JSON.stringify(['wing', node.wing]);
    case 'room':
      return JSON.stringify(['room', node.wing, node.room]);
    case 'drawer':
      return JSON.stringify(['drawer', node.drawer.drawer_id]);
    case 'more':
      return JSON.stringify(['more', node.wing, node.room]);
    case 'commits':
    case 'unmined':
    case 'retry':
      return JSON.stringify([node.kind]);
  }
};
