import { expect, it } from 'vitest';
import { renameFile, renameFileSync } from '../../../../extension/base/files/renameFile.ts';

/** A system on which renaming fails with these codes, one after the other, and then works. */
const system = (platform: NodeJS.Platform, codes: readonly string[]) => {
  const left = [...codes];
  const done: (string | number)[] = [];
  return {
    done,
    platform,
    rename: (from: string, to: string): void => {
      const code = left.shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      done.push(`${from} → ${to}`);
    },
    wait: (milliseconds: number): void => void done.push(milliseconds),
  };
};
const later = ({ platform, rename, wait }: ReturnType<typeof system>) => ({
  platform,
  rename: async (from: string, to: string) => rename(from, to),
  wait: async (milliseconds: number) => wait(milliseconds),
});

// What Windows answers while a virus scanner or an indexer has the file open.
const held = ['EPERM', 'EACCES', 'EBUSY'];

it('waits for a file that another program of Windows holds open', async () => {
  for (const isSync of [true, false]) {
    const windows = system('win32', held);
    if (isSync) renameFileSync('a.new', 'a', windows);
    else await renameFile('a.new', 'a', later(windows));
    expect(windows.done).toEqual([10, 20, 50, 'a.new → a']);
  }
});

it('gives up after about two seconds, at once for another reason, and on other systems', async () => {
  for (const [platform, codes, code, waits] of [
    ['win32', Array.from({ length: 99 }, () => 'EPERM'), 'EPERM', 7],
    ['win32', ['ENOSPC'], 'ENOSPC', 0],
    ['linux', held, 'EPERM', 0],
    ['darwin', held, 'EPERM', 0],
  ] as const) {
    const [first, second] = [system(platform, codes), system(platform, codes)];
    expect(() => renameFileSync('a.new', 'a', first)).toThrow(expect.objectContaining({ code }));
    await expect(renameFile('a.new', 'a', later(second))).rejects.toMatchObject({ code });
    expect([first.done.length, second.done.length]).toEqual([waits, waits]);
  }
});
