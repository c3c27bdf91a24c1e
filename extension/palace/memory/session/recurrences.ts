import { drawerId } from '../../model/drawer/ids.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { longestLabel } from '../patterns/patternOf.ts';
import type { Pinned } from './pinningScore.ts';
import type { Asides } from './sessionText.ts';

/** The stored patterns that a session's start uses. */
export type Patterns = ReturnType<ReadQueries['patterns']>;

/**
 * Drawers that the context mentions elsewhere: recent commits, and the occurrences of recurring issues, unless
 * their text says more than the issue's line.
 */
export const toldAside = (
  { issues, commits }: Asides,
  patterns: Patterns,
  read: ReadQueries,
): ReadonlySet<string> =>
  new Set([
    ...[...occurrencesOf(issues, patterns)].filter((id) => isOneLine(read.drawerById(drawerId(id))?.text ?? '')),
    ...commits.map(({ drawer_id: id }) => id),
  ]);

const isOneLine = (text: string): boolean => text.trim().length <= longestLabel && !text.trim().includes('\n');

/** The IDs of the drawers in which these issues occur. */
export const occurrencesOf = (issues: Asides['issues'], patterns: Patterns): ReadonlySet<string> => {
  const listed = new Set(issues.map(({ pattern_id: id }) => id));
  return new Set(patterns.flatMap(({ id, entry_ids: ids }) => (listed.has(id) ? ids : [])));
};

/** Keeps only the first occurrence of each recurring issue, because the others say the same. All pinned ones stay. */
export const onceForPattern = (order: readonly Pinned[], patterns: Patterns): Pinned[] => {
  const patternOf = new Map(
    patterns.flatMap(({ id, entry_ids: ids }) => ids.map((entry) => [entry, id] as const)),
  );
  const shown = new Set<string>();
  return order.filter(({ drawer }) => {
    const pattern = patternOf.get(drawer.id);
    if (pattern === undefined || drawer.pinned) return true;
    const isFirst = !shown.has(pattern);
    shown.add(pattern);
    return isFirst;
  });
};
