import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { messageOf } from '../../../base/text/messageOf.ts';
import { UnreadableDocument } from './extractedText.ts';

/** What an archive may hold. */
export interface ZipLimits {
  readonly entries: number;
  /** Bytes of all entries that are read, unpacked. */
  readonly unpackedBytes: number;
}

/** A ZIP archive. The sizes in its directory are not trusted: the bytes are counted while they are unpacked. */
export interface ZipArchive {
  /** Names with `/`, none of which leads out of a folder, in the archive's order. Folders are left out. */
  readonly names: readonly string[];
  /** An entry's bytes in pieces. Throws `damaged`, also for a name that is not there; `encrypted`; `too_complex`. */
  readonly pieces: (name: string) => AsyncGenerator<Uint8Array>;
  readonly close: () => void;
}

/** Every ZIP archive with entries begins like this. */
export const isZip = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;

/**
 * Opens an archive: its bytes, or the absolute path of its file. Throws `damaged` and `too_complex`; for a file also the errors of
 * `node:fs`.
 */
export const openZip = async (source: Buffer | string, limits: ZipLimits): Promise<ZipArchive> => {
  // Loaded for the first archive: most runs of the program see none.
  const { fromBufferPromise, openPromise } = await import('yauzl');
  const options = { autoClose: false, lazyEntries: true, strictFileNames: false } as const;
  const zip = await (
    typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options)
  ).catch(damaged);
  try {
    return archiveOf(zip, await entriesOf(zip, limits), limits);
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
};

const entriesOf = async (zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> => {
  if (zip.entryCount > limits.entries) throw new UnreadableDocument('too_complex', 'Too many entries.');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
  } catch (thrown) {
    damaged(thrown);
  }
  return entries;
};

const archiveOf = (zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ZipLimits): ZipArchive => {
  let left = limits.unpackedBytes;
  return {
    names: [...entries.keys()],
    async *pieces(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new UnreadableDocument('damaged', `There is no ${name}.`);
      if (entry.isEncrypted()) throw new UnreadableDocument('encrypted');
      const stream: Readable = await zip.openReadStreamPromise(entry).catch(damaged);
      try {
        for await (const piece of stream as AsyncIterable<Uint8Array>) {
          left -= piece.length;
          if (left < 0) throw new UnreadableDocument('too_complex', 'It is too large when unpacked.');
          yield piece;
        }
      } catch (thrown) {
        if (thrown instanceof UnreadableDocument) throw thrown;
        damaged(thrown);
      } finally {
        stream.destroy();
      }
    },
    close: () => zip.close(),
  };
};

/** Errors of the file system are passed on; any other error means that the archive is damaged. */
const damaged = (thrown: unknown): never => {
  if (thrown instanceof Error && 'syscall' in thrown) throw thrown;
  throw new UnreadableDocument('damaged', messageOf(thrown));
};

/** An entry's bytes, all at once. Throws as {@link ZipArchive.pieces} does. */
export const entryBytes = async (zip: ZipArchive, name: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.pieces(name)) pieces.push(piece);
  return Buffer.concat(pieces);
};
