import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isInside } from './pathInside.ts';

/** What may be read under a file name. */
export interface FileGate {
  /** Bytes. A larger file is refused, and so is one that grows beyond it while it is read. */
  readonly mostBytes: number;
  /** Absolute folder. A file that lies outside, once links are followed, is refused. */
  readonly inside?: string;
  /** Whether the name itself may be a link; default true. */
  readonly mayBeLink?: boolean;
  /** Whether it must belong to this user and be writable by nobody else; default false. Not checked on Windows. */
  readonly isMine?: boolean;
  /** Milliseconds that reading may take in total; default 30 s. */
  readonly patienceMs?: number;
}

type FileRefusal = 'NOT_A_FILE' | 'TOO_LARGE' | 'OUTSIDE' | 'TOO_SLOW' | 'NOT_MINE' | 'ALTERED';

/** A file that exists but is not read. The message says why, as the end of “… can't be read: ”. */
export class RefusedFile extends Error {
  readonly code: FileRefusal;

  constructor(code: FileRefusal, message: string) {
    super(message);
    this.name = 'RefusedFile';
    this.code = code;
  }
}

const usualPatienceMs = 30_000;
const pieceBytes = 256 * 1024;
/** Node reads less than 2 GiB at a time. */
const mostAtOnce = 2 ** 30;

// With these flags, a FIFO that nobody writes to opens at once. Windows has neither flag.
const readOnly = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
const noLink = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const flagsOf = ({ mayBeLink = true }: FileGate): number => readOnly | (mayBeLink ? 0 : noLink);

interface Found {
  isFile(): boolean;
  readonly size: number;
  readonly dev: number;
  readonly ino: number;
  readonly uid: number;
  readonly mode: number;
}

const checkKind = (found: Found, { mostBytes, isMine = false }: FileGate): void => {
  if (isMine && process.geteuid !== undefined && (found.uid !== process.geteuid() || (found.mode & 0o022) !== 0))
    throw new RefusedFile('NOT_MINE', 'it is not this user’s alone');
  if (!found.isFile()) throw new RefusedFile('NOT_A_FILE', 'it is not a regular file');
  if (found.size > mostBytes) throw tooLarge(mostBytes);
};

const checkPlace = (inside: string, folder: string, file: string, named: Found, opened: Found): void => {
  if (!isInside(file, folder) || named.dev !== opened.dev || named.ino !== opened.ino)
    throw new RefusedFile('OUTSIDE', `it lies outside ${inside}`);
};

const tooLarge = (mostBytes: number): RefusedFile =>
  new RefusedFile('TOO_LARGE', `it is larger than ${inUnits(mostBytes)}, the most that is read`);

const inUnits = (bytes: number): string => {
  if (bytes >= 1 << 20) return `${Math.round(bytes / (1 << 20))} MiB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : `${bytes} bytes`;
};

const tooSlow = (): RefusedFile => new RefusedFile('TOO_SLOW', 'reading it took too long');

/**
 * Opens a regular file for reading. It checks the opened file, not its name, so nothing can be put in its place
 * in between. The caller closes it. Errors: {@link RefusedFile}, and those of `node:fs`.
 */
export const openGuarded = async (file: string, gate: FileGate): Promise<FileHandle> => {
  // Opening some devices has effects, so a name that is a device is not opened.
  checkKind(await stat(file), gate);
  const handle = await open(file, flagsOf(gate));
  try {
    const opened = await handle.stat();
    checkKind(opened, gate);
    if (gate.inside !== undefined) {
      const real = await realpath(file);
      checkPlace(gate.inside, await realpath(gate.inside), real, await stat(real), opened);
    }
    return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
};

/** A regular file's bytes. Errors: {@link RefusedFile}, and those of `node:fs`. */
export const readGuarded = async (file: string, gate: FileGate): Promise<Buffer> => {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(tooSlow()), gate.patienceMs ?? usualPatienceMs);
  });
  const bytes = readWhole(file, gate);
  // If the disk answers after all, nobody is waiting any more.
  bytes.catch(() => undefined);
  try {
    return await Promise.race([bytes, late]);
  } finally {
    clearTimeout(limit);
  }
};

const readWhole = async (file: string, gate: FileGate): Promise<Buffer> => {
  const handle = await openGuarded(file, gate);
  try {
    const { size } = await handle.stat();
    // The end of the file is where nothing is read, so there is room for one byte more.
    let bytes = Buffer.allocUnsafe(Math.min(size, gate.mostBytes) + 1);
    for (let read = 0; ;) {
      const { bytesRead } = await handle.read(bytes, read, Math.min(bytes.length - read, mostAtOnce), null);
      if (bytesRead === 0) return bytes.subarray(0, read);
      read += bytesRead;
      if (read > gate.mostBytes) throw tooLarge(gate.mostBytes);
      // It has grown.
      if (read === bytes.length) bytes = Buffer.concat([bytes], read + pieceBytes);
    }
  } finally {
    await handle.close();
  }
};

/**
 * A regular file's bytes in pieces, for a file that need not fit into memory; only `readGuarded` has a deadline. Errors:
 * {@link RefusedFile}, and those of `node:fs`.
 */
export async function* guardedPieces(file: string, gate: FileGate): AsyncGenerator<Uint8Array> {
  const handle = await openGuarded(file, gate);
  try {
    let read = 0;
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null);
      if (bytesRead === 0) return;
      read += bytesRead;
      if (read > gate.mostBytes) throw tooLarge(gate.mostBytes);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Like {@link readGuarded}, for small files in code that can't wait. */
export const readGuardedSync = (file: string, gate: FileGate): Buffer => {
  const started = performance.now();
  checkKind(statSync(file), gate);
  const handle = openSync(file, flagsOf(gate));
  try {
    const opened = fstatSync(handle);
    checkKind(opened, gate);
    if (gate.inside !== undefined) {
      const real = realpathSync(file);
      checkPlace(gate.inside, realpathSync(gate.inside), real, statSync(real), opened);
    }
    const pieces: Uint8Array[] = [];
    for (let read = 0; ;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(opened.size, 4096)));
      const length = readSync(handle, piece, 0, piece.length, null);
      if (length === 0) return Buffer.concat(pieces);
      read += length;
      if (read > gate.mostBytes) throw tooLarge(gate.mostBytes);
      if (performance.now() - started > (gate.patienceMs ?? usualPatienceMs)) throw tooSlow();
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(handle);
  }
};
