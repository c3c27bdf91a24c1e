import type { SourceId } from '../../model/ids.ts';
import type { SourceRecord } from '../../model/source.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { FileStat } from '../fileAccess.ts';
import { NORMALIZE_VERSION } from '../../filing/normalizeVersion.ts';

/** Within this time of being read a file may change again without its size or time telling. */
const timeResolutionMs = 2000;

/** What the palace knows of files of conversations before an import. */
export interface KnownConversations {
  /**
   * How many conversations and drawers there are of a file that is as it was when it was read last; null for a file that
   * has to be read. `path` is as its sources are named.
   */
  unchanged(path: string, stat: FileStat): { readonly conversations: number; readonly drawers: number } | null;
}

export const knownConversations = (read: ReadQueries): KnownConversations => {
  const byPath = new Map<string, SourceRecord[]>();
  for (const source of read.sources('conversation'))
    byPath.set(source.path, [...(byPath.get(source.path) ?? []), source]);
  let live: ReadonlyMap<SourceId, number> | undefined;
  return {
    unchanged(path, { size, mtimeMs }) {
      const sources = byPath.get(path) ?? [];
      const isSettled = (source: SourceRecord): boolean =>
        source.normalizeVersion === NORMALIZE_VERSION &&
        source.size === size &&
        source.mtimeMs === mtimeMs &&
        mtimeMs + timeResolutionMs < Date.parse(source.minedAt);
      if (sources.length === 0 || !sources.every(isSettled)) return null;
      const counts = (live ??= read.liveDrawersBySource());
      return {
        conversations: sources.length,
        drawers: sources.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0),
      };
    },
  };
};
