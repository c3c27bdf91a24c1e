import type { SourceId } from '../../model/drawer/ids.ts';
import type { SourceRecord } from '../../model/source/source.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { FileStat } from '../fileAccess.ts';
import { damagedVersion, miningLimits, sourceVersion } from '../../filing/miningLimits.ts';

/** Within this time after it was read, a file may change without a visible change in size or time. */
const timeResolutionMs = 2000;

/** What the palace knows about conversation files before an import. */
export interface KnownConversations {
  /** A file that is unchanged since it was last read; null if it has to be read. `path` has the form used for its sources. */
  unchanged(path: string, stat: FileStat): UnchangedFile | null;
}

export interface UnchangedFile {
  readonly conversations: number;
  readonly drawers: number;
  /** Whether something of it could not be read. */
  readonly isDamaged: boolean;
}

export const knownConversations = (read: ReadQueries): KnownConversations => {
  const byPath = new Map<string, SourceRecord[]>();
  for (const source of read.sources('conversation'))
    byPath.set(source.path, [...(byPath.get(source.path) ?? []), source]);
  const limits = miningLimits(read);
  const [sound, damaged] = [sourceVersion(limits), damagedVersion(limits)];
  let live: ReadonlyMap<SourceId, number> | undefined;
  return {
    unchanged(path, { size, mtimeMs }) {
      const sources = byPath.get(path) ?? [];
      const isSettled = (source: SourceRecord): boolean =>
        (source.normalizeVersion === sound || source.normalizeVersion === damaged) &&
        source.size === size &&
        source.mtimeMs === mtimeMs &&
        mtimeMs + timeResolutionMs < Date.parse(source.minedAt);
      if (sources.length === 0 || !sources.every(isSettled)) return null;
      const counts = (live ??= read.liveDrawersBySource());
      return {
        conversations: sources.length,
        drawers: sources.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0),
        isDamaged: sources.some(({ normalizeVersion }) => normalizeVersion === damaged),
      };
    },
  };
};
