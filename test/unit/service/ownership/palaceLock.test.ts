import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOwnerNote } from '../../../../extension/service/ownership/ownerNote.ts';
import { lockPalace } from '../../../../extension/service/ownership/palaceLock.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const lost = (): void => {
  throw new Error('The lock was lost.');
};
const note = (more: object): string =>
  JSON.stringify({ pid: 1, host: 'another', since: '2026-01-01T00:00:00Z', id: 'earlier', ...more });
const leftBehind = (more: object): string => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'palace.lock'));
  writeFileSync(path.join(folder, 'palace.lock', 'earlier'), '');
  writeFileSync(path.join(folder, 'owner.json'), note(more));
  writeFileSync(path.join(folder, 'palace.sqlite'), 'the palace');
  const then = new Date(Date.now() - 60_000);
  utimesSync(path.join(folder, 'palace.lock'), then, then);
  return folder;
};
const inode = (folder: string): number => statSync(path.join(folder, 'palace.sqlite')).ino;

describe('the palace’s lock', () => {
  it('has one holder, who leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const lock = await lockPalace(folder, lost);
    expect(existsSync(lock.fence)).toBe(true);
    await expect(lockPalace(folder, lost)).rejects.toMatchObject({
      code: 'E_PALACE_IN_USE',
      message: expect.stringContaining(`process ${process.pid} on`),
    });
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await lockPalace(folder, lost)).release();
  });

  it.each(['palace.sqlite', 'palace.sqlite-wal', 'owner.json'])(
    'is not taken where a folder is named %s',
    async (name) => {
      const folder = temporaryFolder();
      mkdirSync(path.join(folder, name));
      await expect(lockPalace(folder, lost)).rejects.toMatchObject({
        code: 'E_DISK_ERROR',
        message: `${path.join(folder, name)} is a folder, and the palace needs a file of this name.`,
        remedy: 'Move that folder away or give it another name, then try again.',
      });
      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  it('is free in a folder that was moved away while it was given up, and came back', async () => {
    const folder = temporaryFolder();
    const lock = await lockPalace(folder, lost);
    renameSync(folder, `${folder}-away`);
    await lock.release();
    renameSync(`${folder}-away`, folder);
    await (await lockPalace(folder, lost)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('says so if the folder is a link that leads nowhere', async () => {
    const link = path.join(temporaryFolder(), 'usb');
    symlinkSync('/nowhere/usb', link);
    for (const folder of [link, path.join(link, 'palace')])
      await expect(lockPalace(folder, lost)).rejects.toMatchObject({
        code: 'E_FOLDER_UNREADABLE',
        message: expect.stringContaining(`${link} is a link that leads nowhere`) as string,
      });
  });

  it('says so if the path leads through a file', async () => {
    const file = path.join(temporaryFolder(), 'notes.md');
    writeFileSync(file, 'notes');
    for (const folder of [file, path.join(file, 'palace')])
      await expect(lockPalace(folder, lost)).rejects.toMatchObject({
        code: 'E_FOLDER_UNREADABLE',
        message: expect.stringContaining('not a folder') as string,
      });
  });

  it.runIf(process.platform === 'linux')('says so where the system makes no folders', async () => {
    await expect(lockPalace('/proc/none/palace', lost)).rejects.toMatchObject({
      code: 'E_FOLDER_UNREADABLE',
      message: 'No palace can be created in /proc/none/palace: the system allows no folders there.',
    });
    await expect(lockPalace(path.join(temporaryFolder(), 'a'.repeat(300)), lost)).rejects.toMatchObject({
      code: 'E_FOLDER_UNREADABLE',
    });
  });

  it('is not taken from a process that lives here, however old it is', async () => {
    const folder = leftBehind({});
    const lock = await lockPalace(folder, lost);
    const then = new Date(Date.now() - 3_600_000);
    utimesSync(path.join(folder, 'palace.lock'), then, then);
    await expect(lockPalace(folder, lost)).rejects.toMatchObject({ code: 'E_PALACE_IN_USE' });
    expect(existsSync(lock.fence)).toBe(true);
    await lock.release();
  });

  it('is not waited for until the time of a guard that was left behind before the clock was set back', async () => {
    const folder = temporaryFolder();
    const guard = path.join(folder, 'takeover.lock');
    const later = new Date(Date.now() + 3_600_000);
    mkdirSync(guard);
    utimesSync(guard, later, later);
    await (await lockPalace(folder, lost)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a folder in it', 'palace.lock/@eaDir/', ''],
    ['a file in its place', 'palace.lock', 'torn'],
    ['a folder in its guard', 'takeover.lock/@eaDir/', ''],
    ['a file in its guard’s place', 'takeover.lock', 'torn'],
    ['a torn note', 'owner.json', '{"pid":1,"ho'],
    ['an empty note', 'owner.json', ''],
    ['a note of all processes', 'owner.json', note({ pid: -1, host: hostname() })],
  ])('is taken where another program left %s', async (_, name, text) => {
    const folder = temporaryFolder();
    if (name.endsWith('/')) mkdirSync(path.join(folder, name), { recursive: true });
    else writeFileSync(path.join(folder, name), text);
    const then = new Date(Date.now() - 60_000);
    for (const left of readdirSync(folder)) utimesSync(path.join(folder, left), then, then);
    const lock = await lockPalace(folder, lost);
    expect(existsSync(lock.fence)).toBe(true);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken from who can’t be heard any more, with files of its own', async () => {
    const folder = leftBehind({});
    const before = inode(folder);
    const lock = await lockPalace(folder, lost);
    expect(readdirSync(path.join(folder, 'palace.lock'))).toEqual([path.basename(lock.fence)]);
    expect(inode(folder)).not.toBe(before);
    expect((await readOwnerNote(folder))?.pid).toBe(process.pid);
    await lock.release();
    expect(readdirSync(folder)).toEqual(['palace.sqlite']);
  });

  it.runIf(process.platform === 'linux')(
    'is taken at once from a process of this computer that is gone, files and all',
    async () => {
      const { machine, host } = (
        await import('../../../../extension/service/ownership/processStanding.ts')
      ).ownMark();
      const folder = leftBehind({ pid: process.pid, host, machine, began: '1' });
      const before = inode(folder);
      const lock = await lockPalace(folder, lost);
      expect(inode(folder)).toBe(before);
      await lock.release();
    },
  );
});
