import { tellFreshness, type FreshnessInput, type FreshnessListener, type ReadSource } from './hitFreshness.ts';

/** A drawer whose source may have changed. Only a mined file must still contain the drawer's text word for word. */
export interface Comparable extends FreshnessInput {
  readonly type: string;
}

/** IDs of the drawers whose file no longer holds their text or no longer exists. A file that can't be read says nothing of its own. */
export const changedSources = async (
  drawers: readonly Comparable[],
  read: ReadSource,
  unread: FreshnessListener['unread'],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const changed = new Set<string>();
  await tellFreshness(
    drawers.filter(({ type, source_file: file }) => type === 'file' && file !== null),
    read,
    {
      tell: (states) => {
        for (const { drawerId, freshness } of states)
          if (freshness === 'changed' || freshness === 'missing') changed.add(drawerId);
      },
      unread,
    },
    signal,
  );
  return changed;
};
