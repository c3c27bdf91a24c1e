import type { SourceRecord } from '../model/source.ts';
import { STALE_VERSION } from '../filing/normalizeVersion.ts';

/** The mined folders' file sources as the last mine left them, by the path they are to have now. */
export interface KnownSources {
  at(path: string): SourceRecord | undefined;
  /**
   * Takes the source that a new file of these bytes continues: one of the same hash whose own path is no longer there.
   * One that is not archived is preferred, then one of the same file name, then the first by path.
   */
  takeRenamed(path: string, hash: string): SourceRecord | undefined;
  /** The sources whose paths are gone, that no new file continued, and that are not archived yet. */
  leftBehind(): SourceRecord[];
}

/**
 * `isPresent` tells whether a path is there to be mined; `isHidden` whether it can't be seen at present (a folder above it
 * is unreadable), so that nothing is known of it.
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
    // An empty file is like any other empty file.
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
