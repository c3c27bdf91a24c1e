import type { SourceId } from '../../model/drawer/ids.ts';
import type { SourceRecord } from '../../model/source/source.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { FileStat } from '../fileAccess.ts';
import { miningLimits, sourceVersion } from '../../filing/miningLimits.ts';

/** Within this time after it was read, a file may change without a visible change in size or time. */
const timeResolutionMs = 2000;

/** What the palace knows about conversation files before an import. */
export interface KnownConversations {
  /**
   * Number of conversations and drawers of a file that is unchanged since it was last read. Null if the file has to be
   * read. `path` has the form used for its sources.
   */
  unchanged(path: string, stat: FileStat): { readonly conversations: number; readonly drawers: number } | null;
}

export const knownConversations = (read: ReadQueries): KnownConversations => {
  const byPath = new Map<string, SourceRecord[]>();
  for (const source of read.sources('conversation'))
    byPath.set(source.path, [...(byPath.get(source.path) ?? []), source]);
  const version = sourceVersion(miningLimits(read));
  let live: ReadonlyMap<SourceId, number> | undefined;
  return {
    unchanged(path, { size, mtimeMs }) {
      const sources = byPath.get(path) ?? [];
      const isSettled = (source: SourceRecord): boolean =>
        source.normalizeVersion === version &&
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
