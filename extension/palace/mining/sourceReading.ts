import { createHash } from 'node:crypto';
import { isErrno } from '../../base/files/errno.ts';
import { partitionPoint } from '../../base/partitionPoint.ts';
import { documentKindOf, type DocumentKind } from '../model/source/documentKinds.ts';
import { contentHash } from '../model/drawer/drawer.ts';
import type { ErasedPassage } from '../model/drawer/erasedPassage.ts';
import type { TextRange } from '../model/text/textRange.ts';
import type { SourceId } from '../model/drawer/ids.ts';
import type { SourceRecord } from '../model/source/source.ts';
import { chunkText } from '../filing/chunker.ts';
import { scanLines } from '../filing/lineScan.ts';
import { documentChunks, type DocumentChunk } from '../filing/documents/documentChunks.ts';
import type { DocumentReader } from '../filing/documents/documentReader.ts';
import type { DocumentProblem } from '../filing/documents/extractedText.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { FileAccess, FileStat } from './fileAccess.ts';
import { sourceVersion, type MiningLimits } from '../filing/miningLimits.ts';
import { findSecretsInSlices, secretsByPiece } from '../filing/secrets/secretsOfPieces.ts';
import { erasedPlaces, withoutErased } from './withoutErased.ts';
import { decodeText, looksBinary, readingLimits, type UndecodedReason } from './textDecoding.ts';

export interface HashedChunk extends DocumentChunk {
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
      readonly reason: UndecodedReason | DocumentProblem | 'unreadable' | 'changing' | 'not_a_file' | 'gone';
    };

const transient: ReadonlySet<string> = new Set([
  'unreadable',
  'changing',
  'gone',
  // A program may be writing the document at this moment.
  'damaged',
  'encrypted',
  'too_complex',
] satisfies (SourceReading & { readonly kind: 'skipped' })['reason'][]);

/** Whether the reason for skipping a file may be temporary; its drawers stay meanwhile. */
export const isTransient = (reason: string): boolean => transient.has(reason);

/** What is needed to read files. */
export interface ReadingTools {
  readonly files: FileAccess;
  /** Absent: documents are read like all other files, where a NUL means binary. */
  readonly documents?: DocumentReader | undefined;
  /** What was erased from a source. Absent: only whether a file has changed is asked. */
  readonly erasedFrom?: (source: SourceId) => readonly ErasedPassage[];
}

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
  { files, documents, erasedFrom }: ReadingTools,
  path: string,
  known: SourceRecord | undefined,
  limits: MiningLimits,
): Promise<SourceReading> => {
  const { fileBytes, sniffBytes } = readingLimits(limits);
  const document = documents === undefined ? null : documentKindOf(path);
  const mostBytes = document === null ? fileBytes : limits.max_document_kib * 1024;
  try {
    const settled = known?.normalizeVersion === sourceVersion(limits) ? known : undefined;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await files.stat(path);
      if (before.kind !== 'file') return { kind: 'skipped', reason: 'not_a_file' };
      if (before.size > mostBytes) return { kind: 'skipped', reason: 'too_large' };
      if (settled !== undefined && isSurelyUnchanged(before, settled)) return { kind: 'unchanged' };
      if (
        document === null &&
        before.size > sniffBytes &&
        looksBinary(await files.readStart(path, sniffBytes), sniffBytes)
      )
        return { kind: 'skipped', reason: 'binary' };
      const bytes = await files.read(path, { mostBytes, mayBeLink: false });
      if (!isSameState(before, await files.stat(path)) || bytes.length !== before.size) continue;
      const state = stateOf(bytes, before);
      if (settled?.hash === state.hash) return { kind: 'same_content', state };
      const read = await textOf(bytes, limits, document, documents);
      const erased = known === undefined ? [] : (erasedFrom?.(known.id) ?? []);
      return read.ok
        ? await contentOf(path, state, read, limits, erased)
        : { kind: 'skipped', reason: read.reason };
    }
    return { kind: 'skipped', reason: 'changing' };
  } catch (error) {
    const gone = isErrno(error, 'ENOENT');
    return { kind: 'skipped', reason: gone ? 'gone' : 'unreadable' };
  }
};

const stateOf = (bytes: Uint8Array, { size, mtimeMs }: FileStat): FileState => ({
  size,
  mtimeMs,
  hash: createHash('sha256').update(bytes).digest('hex'),
});

type ReadText =
  /** `starts`: where a document's pages or chapters begin; null for a text, which has lines. */
  | { readonly ok: true; readonly text: string; readonly starts: readonly number[] | null }
  | { readonly ok: false; readonly reason: UndecodedReason | DocumentProblem };

const textOf = async (
  bytes: Uint8Array,
  limits: MiningLimits,
  document: DocumentKind | null,
  documents: DocumentReader | undefined,
): Promise<ReadText> => {
  if (document === null || documents === undefined) {
    const decoded = decodeText(bytes, readingLimits(limits));
    return decoded.ok ? { ...decoded, starts: null } : decoded;
  }
  const reading = await documents.read(document, bytes);
  return reading.ok ? reading : { ok: false, reason: reading.problem };
};

const contentOf = async (
  path: string,
  state: FileState,
  { text, starts }: ReadText & { readonly ok: true },
  limits: MiningLimits,
  erased: readonly ErasedPassage[],
): Promise<SourceReading> => {
  const options = { target: limits.chunk_target };
  const cut: DocumentChunk[] =
    starts === null
      ? chunkText(text, options).map(({ text: piece, start, end, lineStart, lineEnd }) => ({
          text: piece,
          start,
          end,
          lines: { start: lineStart, end: lineEnd },
        }))
      : documentChunks({ text, starts }, options, documentKindOf(path) === 'ipynb');
  const places = await erasedPlaces(text, erased);
  const chunks =
    places.length === 0 ? cut : withoutErased(cut, places, starts === null ? partOfLines(text) : partOf);
  const secrets = secretsByPiece(chunks, await findSecretsInSlices(text, { path }));
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

const partOf = (chunk: DocumentChunk, { start, end }: TextRange): DocumentChunk => ({
  ...chunk,
  text: chunk.text.slice(start - chunk.start, end - chunk.start),
  start,
  end,
});

/** As {@link partOf}, for a text that has lines. */
const partOfLines = (text: string): typeof partOf => {
  const { start: starts, count } = scanLines(text);
  const lineAt = (offset: number): number => partitionPoint(0, count, (line) => (starts[line] ?? 0) <= offset);
  return (chunk, range) => ({
    ...partOf(chunk, range),
    lines: { start: lineAt(range.start), end: lineAt(range.end - 1) },
  });
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
