import type { DrawerColumns } from './drawerColumns.ts';
import type { Interner } from './interner.ts';

/** The drawers' wings and rooms by slot. */
export interface NamedColumns {
  readonly columns: DrawerColumns;
  /** Slots handed out so far, empty ones included. */
  readonly slots: number;
  readonly wings: Interner;
  readonly rooms: Interner;
}

/** Number of drawers per wing and room among those that the mask marks with 1. */
export const countsByRoom = (
  mask: Uint8Array,
  { columns, wings, rooms }: NamedColumns,
): Record<string, Record<string, number>> => {
  const counts = new Map<string, Map<string, number>>();
  mask.forEach((inScope, slot) => {
    if (inScope === 0) return;
    const wing = wings.nameOf(columns.wing[slot] ?? 0);
    const room = rooms.nameOf(columns.room[slot] ?? 0);
    const ofWing = counts.get(wing) ?? new Map<string, number>();
    counts.set(wing, ofWing.set(room, (ofWing.get(room) ?? 0) + 1));
  });
  return Object.fromEntries([...counts].map(([wing, ofWing]) => [wing, Object.fromEntries(ofWing)]));
};

/** Number of drawers per wing; archived ones are left out. */
export const countsByWing = ({ columns, slots, wings }: NamedColumns): Record<string, number> => {
  const counts = new Float64Array(wings.size);
  for (let slot = 0; slot < slots; slot++)
    if (columns.isCurrent(slot)) counts[columns.wing[slot] ?? 0] = (counts[columns.wing[slot] ?? 0] ?? 0) + 1;
  return Object.fromEntries(
    Array.from(counts, (count, wing) => [wings.nameOf(wing), count] as const).filter(([, count]) => count > 0),
  );
};
