import { tellFreshness, type FreshnessInput, type ReadSource } from './hitFreshness.ts';

/** A drawer whose source may have changed. Only a mined file must still contain the drawer's text word for word. */
export interface Comparable extends FreshnessInput {
  readonly type: string;
}

/** IDs of the drawers whose file no longer holds their text or no longer exists. Rejects if a file exists but can't be read. */
export const changedSources = async (
  drawers: readonly Comparable[],
  read: ReadSource,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const changed = new Set<string>();
  await tellFreshness(
    drawers.filter(({ type, source_file: file }) => type === 'file' && file !== null),
    read,
    (states) => {
      for (const { drawerId, freshness } of states)
        if (freshness === 'changed' || freshness === 'missing') changed.add(drawerId);
    },
    signal,
  );
  return changed;
};
