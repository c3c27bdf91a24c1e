import { constants } from 'node:fs';
import type { FileSystem } from './fileSystem.ts';

/** Layout of a write-ahead log (sqlite.org/fileformat2.html#walformat). */
export const logLayout = { suffix: '-wal', headerBytes: 32, frameHeaderBytes: 24 } as const;

/** The position of the first frame written to a write-ahead log after the last commit known to be durable. */
export interface LogTail {
  readonly path: string;
  /** Bytes from the start of the file. */
  readonly position: number;
}

/**
 * Invalidates what a failed commit wrote to the log, so that no later recovery takes it for committed: the log ends
 * at a frame without a header. Throws the file system's errors.
 */
export const cutLogTail = (fileSystem: FileSystem, { path, position }: LogTail): void => {
  const file = fileSystem.open(path, constants.O_RDWR, 0);
  try {
    const zeros = new Uint8Array(logLayout.frameHeaderBytes);
    for (let done = 0; done < zeros.length;)
      done += fileSystem.write(file, zeros, done, zeros.length - done, position + done);
    fileSystem.sync(file);
  } finally {
    fileSystem.close(file);
  }
};
