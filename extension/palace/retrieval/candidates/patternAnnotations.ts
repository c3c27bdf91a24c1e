import type { Drawer } from '../../model/drawer/drawer.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/**
 * Remarks on drawers that are part of an unresolved pattern, by drawer ID. Candidates carry them from the start, and so does
 * a packet, so that a replay says the same.
 */
export const patternAnnotations = (
  drawers: readonly Drawer[],
  read: Pick<ReadQueries, 'patternsWith'>,
): ReadonlyMap<string, string> => {
  const issues = drawers.filter(({ type }) => type === 'issue').map(({ id }) => id);
  if (issues.length === 0) return new Map();
  const annotations = new Map<string, string>();
  for (const { entry_ids: ids, occurrence_count: count, first_seen: first, resolved } of read.patternsWith(issues))
    if (!resolved)
      for (const id of ids) annotations.set(id, `[Pattern: seen ${count} times since ${first.slice(0, 10)}]`);
  return annotations;
};
