import type { FileSystem } from './fileSystem.ts';

/** The first `length` bytes of an open file, fewer if it ends before. Throws the file system's errors. */
export const readBytes = (fileSystem: FileSystem, file: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  let done = 0;
  for (let read = -1; read !== 0 && done < length; done += read)
    read = fileSystem.read(file, bytes, done, length - done, done);
  return bytes.subarray(0, done);
};
