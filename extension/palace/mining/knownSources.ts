import type { SourceRecord } from '../model/source/source.ts';
import { STALE_VERSION } from '../filing/normalizeVersion.ts';

/** The file sources of the mined folders as the last mine left them, keyed by their current paths. */
export interface KnownSources {
  at(path: string): SourceRecord | undefined;
  /**
   * Takes the source that a new file with these bytes continues: one with the same hash whose own path is gone. Prefers
   * one that is not archived, then one with the same file name, then the first by path.
   */
  takeRenamed(path: string, hash: string): SourceRecord | undefined;
  /** Sources whose paths are gone, that no new file continues, and that are not archived yet. */
  leftBehind(): SourceRecord[];
}

/**
 * `isPresent`: whether a path exists to be mined. `isHidden`: whether it can't be read at present because a folder
 * above it is unreadable, so its state is unknown.
 */
export const knownSources = (
  sources: ReadonlyMap<string, SourceRecord>,
  isPresent: (path: string) => boolean,
  isHidden: (path: string) => boolean,
): KnownSources => {
  const vanished = new Map<string, SourceRecord>();
  const byHash = new Map<string, string[]>();
  for (const path of [...sources.keys()].sort()) {
    const source = sources.get(path);
    if (source === undefined || isPresent(path) || isHidden(path)) continue;
    vanished.set(path, source);
    // All empty files are equal, so they are no evidence of a rename.
    if (source.size > 0) byHash.set(source.hash, [...(byHash.get(source.hash) ?? []), path]);
  }
  const isArchived = (path: string): boolean => vanished.get(path)?.normalizeVersion === STALE_VERSION;
  return {
    at: (path) => sources.get(path),
    takeRenamed(path, hash) {
      const candidates = (byHash.get(hash) ?? []).filter((candidate) => vanished.has(candidate));
      const live = candidates.filter((candidate) => !isArchived(candidate));
      const pool = live.length > 0 ? live : candidates;
      const chosen = pool.find((candidate) => fileName(candidate) === fileName(path)) ?? pool[0];
      if (chosen === undefined) return undefined;
      const source = vanished.get(chosen);
      vanished.delete(chosen);
      return source;
    },
    leftBehind: () => [...vanished].filter(([path]) => !isArchived(path)).map(([, source]) => source),
  };
};

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
