/** Drawers by room: those of one wing, or of all wings together. `rooms`: wing → room → drawers. */
export const roomCounts = (
  rooms: Readonly<Record<string, Readonly<Record<string, number>>>>,
  wing: string | undefined,
): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>();
  for (const [name, counts] of Object.entries(rooms)) {
    if (wing !== undefined && name !== wing) continue;
    for (const [room, count] of Object.entries(counts)) sums.set(room, (sums.get(room) ?? 0) + count);
  }
  return Object.fromEntries(sums);
};
