import { drawerKey, substituteDrawerKey } from '../filing/drawerIds.ts';
import type { SourceId } from '../model/drawer/ids.ts';
import type { HashedChunk } from './sourceReading.ts';

/** A chunk of a source with the key of its drawer. */
export interface KeyedChunk {
  readonly chunk: HashedChunk;
  readonly key: string;
  /** The key instead, if another source has the drawer of that one. */
  readonly substitute: () => string;
}

/** Chunks with the same text are told apart by their order. */
export const keyedChunks = (chunks: readonly HashedChunk[], sourceId: SourceId): KeyedChunk[] => {
  const ordinals = new Map<string, number>();
  return chunks.map((chunk) => {
    const { contentHash } = chunk;
    const ordinal = ordinals.get(contentHash) ?? 0;
    ordinals.set(contentHash, ordinal + 1);
    return {
      chunk,
      key: drawerKey(sourceId, contentHash, ordinal),
      substitute: () => substituteDrawerKey(sourceId, contentHash, ordinal),
    };
  });
};
