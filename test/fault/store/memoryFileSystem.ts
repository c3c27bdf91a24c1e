import { constants } from 'node:fs';
import path from 'node:path';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';

/** A change to a file that no sync has made durable yet. */
type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly length: number };

interface MemoryFile {
  content: Buffer<ArrayBuffer>;
  durable: Buffer<ArrayBuffer>;
  unsynced: Change[];
}

/** Files in memory, for tests that open a palace thousands of times, and for pulling the plug. */
export interface MemoryFileSystem extends FileSystem {
  put(file: string, content: Buffer): void;
  get(file: string): Buffer;
  /** What is there now, as it were after all was synced: what a killed process leaves. */
  copy(): MemoryFileSystem;
  /**
   * What a disk may hold after power was lost: all that was synced, and of the rest any part in any order: sectors of
   * writes, names of files. `random` gives numbers from 0 to 1.
   */
  afterPowerLoss(random: () => number): MemoryFileSystem;
}

const sectorBytes = 512;
const fileError = (code: string, file: string): Error => Object.assign(new Error(`${code}: ${file}`), { code });

const changed = (content: Buffer<ArrayBuffer>, change: Change): Buffer<ArrayBuffer> => {
  const length = 'length' in change ? change.length : Math.max(content.length, change.at + change.bytes.length);
  // Room to grow, so that appending page by page does not copy the file each time.
  const next =
    length <= content.length
      ? content.subarray(0, length)
      : Buffer.concat([content, Buffer.alloc(length - content.length)]);
  if ('bytes' in change) next.set(change.bytes, change.at);
  return next;
};

export const memoryFileSystem = (): MemoryFileSystem => {
  const files = new Map<string, MemoryFile>();
  /** Names as they are on the disk; `files` has those that the program sees. */
  const durableNames = new Map<string, MemoryFile>();
  const folders = new Set<string>();
  const handles = new Map<number, MemoryFile | string>();
  let nextHandle = 10;

  const fileOf = (handle: number): MemoryFile => {
    const file = handles.get(handle);
    if (file === undefined || typeof file === 'string') throw fileError('EBADF', String(handle));
    return file;
  };
  const change = (file: MemoryFile, what: Change): void => {
    file.content = changed(file.content, what);
    file.unsynced.push(what);
  };
  const syncNames = (folder: string): void => {
    for (const name of [...durableNames.keys()])
      if (path.dirname(name) === folder && !files.has(name)) durableNames.delete(name);
    for (const [name, file] of files) if (path.dirname(name) === folder) durableNames.set(name, file);
  };

  return {
    open: (name, flags) => {
      const existing = files.get(name);
      if (existing === undefined && folders.has(name)) handles.set(nextHandle, name);
      else if (existing === undefined && (flags & constants.O_CREAT) === 0) throw fileError('ENOENT', name);
      else if (existing !== undefined && (flags & constants.O_EXCL) !== 0) throw fileError('EEXIST', name);
      else {
        const file = existing ?? { content: Buffer.alloc(0), durable: Buffer.alloc(0), unsynced: [] };
        files.set(name, file);
        handles.set(nextHandle, file);
      }
      return nextHandle++;
    },
    close: (handle) => void handles.delete(handle),
    read: (handle, into, offset, length, position) =>
      fileOf(handle)
        .content.subarray(position, position + length)
        .copy(into, offset),
    write: (handle, from, offset, length, position) => {
      change(fileOf(handle), { at: position, bytes: from.slice(offset, offset + length) });
      return length;
    },
    stat: (name) => {
      const file = files.get(name);
      if (file === undefined && !folders.has(name)) throw fileError('ENOENT', name);
      return { size: file?.content.length ?? 0, isFolder: file === undefined, mode: 0o600 };
    },
    statOpen: (handle) => ({ size: fileOf(handle).content.length, isFolder: false, mode: 0o600 }),
    truncate: (handle, length) => change(fileOf(handle), { length }),
    sync: (handle) => {
      const file = handles.get(handle);
      if (typeof file === 'string') syncNames(file);
      else if (file !== undefined) [file.durable, file.unsynced] = [Buffer.from(file.content), []];
    },
    unlink: (name) => {
      if (!files.delete(name)) throw fileError('ENOENT', name);
    },
    rename: (from, to) => {
      const file = files.get(from);
      if (file === undefined) throw fileError('ENOENT', from);
      files.delete(from);
      files.set(to, file);
    },
    makeFolder: (name) => void folders.add(name),
    list: (folder) =>
      [...files.keys()].filter((name) => path.dirname(name) === folder).map((name) => path.basename(name)),
    checkWritable: () => undefined,
    put: (name, content) => {
      const file = { content: Buffer.from(content), durable: Buffer.from(content), unsynced: [] };
      files.set(name, file);
      durableNames.set(name, file);
      folders.add(path.dirname(name));
    },
    get: (name) => Buffer.from(files.get(name)?.content ?? Buffer.alloc(0)),
    copy: () => {
      const copy = memoryFileSystem();
      for (const [name, { content }] of files) copy.put(name, content);
      for (const folder of folders) copy.makeFolder(folder);
      return copy;
    },
    afterPowerLoss: (random) => {
      const after = memoryFileSystem();
      for (const name of new Set([...durableNames.keys(), ...files.keys()])) {
        const [seen, durable] = [files.get(name), durableNames.get(name)];
        const file = seen === durable || random() < 0.5 ? durable : seen;
        if (file !== undefined) after.put(name, survivor(file, random));
      }
      for (const folder of folders) after.makeFolder(folder);
      return after;
    },
  };
};

const survivor = (file: MemoryFile, random: () => number): Buffer<ArrayBuffer> => {
  // Each loss is of one kind: all is lost, all is kept, or a share of the sectors.
  const kept = [0, 1, 0.5, 0.9][Math.floor(random() * 4)] ?? 0;
  let content = Buffer.from(file.durable);
  for (const what of file.unsynced) {
    if ('length' in what) {
      if (random() < kept) content = changed(content, what);
      continue;
    }
    for (let from = 0; from < what.bytes.length; from += sectorBytes) {
      if (random() < kept)
        content = changed(content, { at: what.at + from, bytes: what.bytes.subarray(from, from + sectorBytes) });
    }
  }
  return content;
};
