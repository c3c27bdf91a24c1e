import { createHash } from 'node:crypto';
import { isErrno } from '../../base/errno.ts';
import { contentHash } from '../model/drawer.ts';
import type { SourceRecord } from '../model/source.ts';
import { chunkText, type Chunk } from '../filing/chunker.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { FileAccess, FileStat } from './fileAccess.ts';
import { sourceVersion, type MiningLimits } from '../filing/miningLimits.ts';
import { findSecretsInSlices, secretsByPiece } from '../filing/secrets/secretsOfPieces.ts';
import { decodeText, looksBinary, readingLimits, type UndecodedReason } from './textDecoding.ts';

export interface HashedChunk extends Chunk {
  readonly contentHash: string;
  /** Secrets in this chunk, including those that are only partly in it. */
  readonly secrets: readonly SecretFinding[];
}

/** What identifies one state of a file. */
export interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
}

export type SourceReading =
  /** Not read, because size and time are those of the last mine. */
  | { readonly kind: 'unchanged' }
  /** Read, and the bytes are those of the last mine. */
  | { readonly kind: 'same_content'; readonly state: FileState }
  | { readonly kind: 'content'; readonly state: FileState; readonly chunks: readonly HashedChunk[] }
  /** `gone`: the file disappeared between the walk and the reading. */
  | {
      readonly kind: 'skipped';
      readonly reason: UndecodedReason | 'unreadable' | 'changing' | 'not_a_file' | 'gone';
    };

/** Whether the reason for skipping a file ends by itself: what was filed of it stays meanwhile. */
export const isPassing = (reason: string): boolean =>
  reason === 'unreadable' || reason === 'changing' || reason === 'gone';

/**
 * Within this time after mining, a file may change without a visible change in size or time (FAT has a resolution of 2
 * s).
 */
const timeResolutionMs = 2000;
const attempts = 3;

/**
 * Reads a file and cuts it into chunks, unless the last mine's record (`known`) still applies. A file that changes
 * during the reading is read again, at most three times in all.
 */
export const readSource = async (
  files: FileAccess,
  path: string,
  known: SourceRecord | undefined,
  limits: MiningLimits,
): Promise<SourceReading> => {
  const { fileBytes, sniffBytes } = readingLimits(limits);
  try {
    const settled = known?.normalizeVersion === sourceVersion(limits) ? known : undefined;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await files.stat(path);
      if (before.kind !== 'file') return { kind: 'skipped', reason: 'not_a_file' };
      if (before.size > fileBytes) return { kind: 'skipped', reason: 'too_large' };
      if (settled !== undefined && isSurelyUnchanged(before, settled)) return { kind: 'unchanged' };
      if (before.size > sniffBytes && looksBinary(await files.readStart(path, sniffBytes), sniffBytes))
        return { kind: 'skipped', reason: 'binary' };
      const bytes = await files.read(path, { mostBytes: fileBytes, mayBeLink: false });
      if (isSameState(before, await files.stat(path)) && bytes.length === before.size)
        return await readingOf(path, bytes, before, settled, limits);
    }
    return { kind: 'skipped', reason: 'changing' };
  } catch (error) {
    const gone = isErrno(error, 'ENOENT');
    return { kind: 'skipped', reason: gone ? 'gone' : 'unreadable' };
  }
};

const readingOf = async (
  path: string,
  bytes: Uint8Array,
  { size, mtimeMs }: FileStat,
  settled: SourceRecord | undefined,
  limits: MiningLimits,
): Promise<SourceReading> => {
  const state: FileState = { size, mtimeMs, hash: createHash('sha256').update(bytes).digest('hex') };
  if (settled?.hash === state.hash) return { kind: 'same_content', state };
  const decoded = decodeText(bytes, readingLimits(limits));
  if (!decoded.ok) return { kind: 'skipped', reason: decoded.reason };
  const chunks = chunkText(decoded.text, { target: limits.chunk_target });
  const secrets = secretsByPiece(chunks, await findSecretsInSlices(decoded.text, { path }));
  return {
    kind: 'content',
    state,
    chunks: chunks.map((chunk, index) => ({
      ...chunk,
      contentHash: contentHash(chunk.text),
      secrets: secrets[index] ?? [],
    })),
  };
};

const isSurelyUnchanged = (now: FileStat, known: SourceRecord): boolean => {
  return (
    now.size === known.size &&
    now.mtimeMs === known.mtimeMs &&
    now.mtimeMs + timeResolutionMs < Date.parse(known.minedAt)
  );
};

const isSameState = (a: FileStat, b: FileStat): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
