import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errno, errnoName } from '../../../../../extension/palace/store/realFile/wasiErrno.ts';
import { nodeFileSystem, type FileSystem } from '../../../../../extension/palace/store/realFile/fileSystem.ts';
import { FileTable } from '../../../../../extension/palace/store/realFile/fileTable.ts';
import { temporaryFolder } from '../samplePalace.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const flags = { read: 0, readWrite: 2, create: 0o100, exclusive: 0o200 } as const;
const fromStart = 0;

describe('the files that SQLite sees', () => {
  let place: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    place = temporaryFolder();
  });
  afterEach(() => place.remove());
  const table = (fileSystem: FileSystem = nodeFileSystem, readOnly = false) =>
    new FileTable(fileSystem, place.folder, readOnly);
  const inPlace = (name: string) => path.join(place.folder, name);

  it.each(Object.keys(errno))('answers %s with its own number, negative', (code) => {
    const failing = table({
      ...nodeFileSystem,
      open: () => {
        throw Object.assign(new Error(code), { code });
      },
    });
    expect(failing.open('/x', flags.readWrite | flags.create, 0o600)).toBe(
      -(Object.entries(errno).find(([name]) => name === code)?.[1] ?? 0),
    );
    expect(failing.failure?.code).toBe(code === 'ENOENT' ? undefined : code);
  });

  it('takes an error that has no number for EIO, and lets what is no file error through', () => {
    expect(errnoName(Object.assign(new Error(), { code: 'EUNHEARDOF' }))).toBe('EIO');
    expect(errnoName(new TypeError('a defect'))).toBeUndefined();
    expect(errnoName(Object.assign(new RangeError(), { code: 'ERR_OUT_OF_RANGE' }))).toBeUndefined();
    const defective = table({
      ...nodeFileSystem,
      stat: () => {
        throw new TypeError('a defect');
      },
    });
    expect(() => defective.stat('/x')).toThrow('a defect');
  });

  it('never leaves its folder, whatever the name', () => {
    writeFileSync(path.join(place.folder, '..', `${path.basename(place.folder)}-outside`), 'secret');
    expect(table().open(`/../${path.basename(place.folder)}-outside`, flags.read, 0)).toBe(-errno.ENOENT);
    nodeFileSystem.unlink(path.join(place.folder, '..', `${path.basename(place.folder)}-outside`));
  });

  it('creates files that only their owner can read', () => {
    const files = table();
    files.close(files.open('/new', flags.readWrite | flags.create, 0o666));
    if (process.platform !== 'win32') expect(nodeFileSystem.stat(inPlace('new')).mode).toBe(0o600);
  });

  it('moves all bytes though the disk moves one at a time', () => {
    const files = table({
      ...nodeFileSystem,
      read: (file, into, offset, _length, position) => nodeFileSystem.read(file, into, offset, 1, position),
      write: (file, from, offset, _length, position) => nodeFileSystem.write(file, from, offset, 1, position),
    });
    const file = files.open('/f', flags.readWrite | flags.create, 0o600);
    expect(files.write(file, Buffer.from('..written whole..'), 2, 13)).toBe(13);
    expect(readFileSync(inPlace('f'), 'utf8')).toBe('written whole');
    const into = Buffer.alloc(20, '.');
    expect(files.seek(file, 8, fromStart)).toBe(8);
    expect(files.read(file, into, 1, 19)).toBe(5);
    expect(into.toString()).toBe('.whole..............');
    expect(files.close(file)).toBe(0);
    expect(files.close(file)).toBe(-errno.EBADF);
  });

  it('reads what is in the file, though it reads ahead: whatever was read, written, cut or begun before', () => {
    const name = fc.constantFrom('a', 'b');
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: fc.constant('next' as const), name, length: fc.nat(9_000) }) },
      fc.record({ kind: fc.constant('seek' as const), name, at: fc.nat(300_000) }),
      fc.record({ kind: fc.constant('write' as const), name, byte: fc.nat(255), length: fc.nat(5_000) }),
      fc.record({ kind: fc.constant('truncate' as const), name, at: fc.nat(300_000) }),
      fc.record({ kind: fc.constant('other' as const), name, byte: fc.nat(255), at: fc.nat(200_000) }),
      fc.record({ kind: fc.constant('bad' as const), name, at: fc.nat(300_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const contents = { a: Buffer.alloc(200_000, 1), b: Buffer.alloc(150_000, 2) };
        const names = new Map<number, 'a' | 'b'>();
        let bad: { readonly name: string; readonly at: number } | undefined;
        const files = table({
          ...nodeFileSystem,
          read: (handle, into, offset, length, position) => {
            const from = names.get(handle) ?? 'a';
            if (bad?.name === from && bad.at >= position && bad.at < position + length)
              throw Object.assign(new Error(), { code: 'EIO' });
            return contents[from].subarray(position, position + length).copy(into, offset);
          },
          write: (handle, from, offset, length, position) => {
            const to = names.get(handle) ?? 'a';
            const grown = Buffer.alloc(Math.max(contents[to].length, position + length));
            contents[to].copy(grown);
            Buffer.from(from).copy(grown, position, offset, offset + length);
            contents[to] = grown;
            return length;
          },
          truncate: (handle, length) => {
            const from = names.get(handle) ?? 'a';
            contents[from] = Buffer.from(contents[from].subarray(0, length));
          },
          open: (file) => {
            const handle = 10 + names.size;
            names.set(handle, path.basename(file) === 'a' ? 'a' : 'b');
            return handle;
          },
          stat: () => ({ size: 0, isFolder: false, mode: 0o600 }),
          close: () => undefined,
        });
        const file = { a: files.open('/a', flags.readWrite, 0), b: files.open('/b', flags.readWrite, 0) };
        const at = { a: 0, b: 0 };
        for (const todo of steps) {
          const { name: of } = todo;
          switch (todo.kind) {
            case 'next': {
              const into = Buffer.alloc(todo.length);
              const there = contents[of].subarray(at[of], at[of] + todo.length);
              const read = files.read(file[of], into, 0, todo.length);
              const isBad = bad?.name === of && bad.at >= at[of] && bad.at < at[of] + todo.length;
              if (isBad) expect(read).toBe(-errno.EIO);
              else expect([read, into.subarray(0, read).equals(there)]).toEqual([there.length, true]);
              at[of] += Math.max(0, read);
              break;
            }
            case 'seek':
              at[of] = files.seek(file[of], todo.at, fromStart);
              break;
            case 'write':
              at[of] += files.write(file[of], Buffer.alloc(todo.length, todo.byte), 0, todo.length);
              break;
            case 'truncate':
              files.truncate(file[of], todo.at);
              break;
            case 'other':
              // Between two statements somebody else may write.
              contents[of][todo.at] = todo.byte;
              files.forgetAhead();
              break;
            case 'bad':
              bad = { name: of, at: todo.at };
              files.forgetAhead();
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('reports what was moved before an error, and the error with the next call', () => {
    let calls = 0;
    const files = table({
      ...nodeFileSystem,
      write: (file, from, offset, _length, position) => {
        if (++calls > 1) throw Object.assign(new Error(), { code: 'ENOSPC' });
        return nodeFileSystem.write(file, from, offset, 3, position);
      },
    });
    const file = files.open('/f', flags.readWrite | flags.create, 0o600);
    expect(files.write(file, Buffer.from('abcdef'), 0, 6)).toBe(3);
    expect(files.write(file, Buffer.from('def'), 0, 3)).toBe(-errno.ENOSPC);
    expect(files.failure).toMatchObject({ code: 'ENOSPC', operation: 'write', path: inPlace('f') });
    files.closeAll();
  });

  it('syncs the folder with the first sync of a new file and after removing one, and not otherwise', () => {
    const synced: string[] = [];
    const opened = new Map<number, string>();
    const files = table({
      ...nodeFileSystem,
      open: (file, ...rest) => {
        const handle = nodeFileSystem.open(file, ...rest);
        opened.set(handle, file);
        return handle;
      },
      sync: (handle) => {
        synced.push(opened.get(handle) ?? '');
        nodeFileSystem.sync(handle);
      },
    });
    const folders = process.platform === 'win32' ? [] : [place.folder];
    const open = () => files.open('/f', flags.readWrite | flags.create, 0o600);
    const created = open();
    expect(synced).toEqual([]);
    expect(files.sync(created)).toBe(0);
    expect(synced.splice(0)).toEqual([inPlace('f'), ...folders]);
    expect(files.sync(created)).toBe(0);
    files.close(created);
    const reopened = open();
    expect(files.sync(reopened)).toBe(0);
    expect(synced.splice(0)).toEqual([inPlace('f'), inPlace('f')]);
    files.close(reopened);
    files.unlink('/f');
    expect(synced).toEqual(folders);
  });

  it('refuses every change when read-only, and lets a missing log read as empty', () => {
    writeFileSync(inPlace('f'), 'content');
    const files = table(nodeFileSystem, true);
    const file = files.open('/f', flags.readWrite | flags.create, 0o600);
    expect(files.write(file, Buffer.from('x'), 0, 1)).toBe(-errno.EROFS);
    expect(files.truncate(file, 0)).toBe(-errno.EROFS);
    expect(files.unlink('/f')).toBe(-errno.EROFS);
    expect(files.read(file, Buffer.alloc(9), 0, 9)).toBe(7);
    const log = files.open('/f-wal', flags.readWrite | flags.create, 0o600);
    expect(files.read(log, Buffer.alloc(9), 0, 9)).toBe(0);
    expect(files.statOpen(log)).toMatchObject({ stat: { size: 0 } });
    expect(files.write(log, Buffer.from('x'), 0, 1)).toBe(-errno.EROFS);
    expect(files.open('/none', flags.read, 0)).toBe(-errno.ENOENT);
    files.closeAll();
    expect(nodeFileSystem.list(place.folder)).toEqual(['f']);
  });

  it('tells two files apart and knows one file again by its inode', () => {
    const files = table();
    const [a, b] = ['/a', '/b'].map((name) => files.open(name, flags.readWrite | flags.create, 0o600));
    const inode = (found: ReturnType<FileTable['stat']>) => (typeof found === 'number' ? found : found.inode);
    expect(inode(files.statOpen(a ?? 0))).toBe(inode(files.stat('/a')));
    expect(inode(files.statOpen(b ?? 0))).not.toBe(inode(files.stat('/a')));
    files.closeAll();
  });
});
