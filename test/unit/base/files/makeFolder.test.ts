import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, makeFolderSync } from '../../../../extension/base/files/makeFolder.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const makers = [
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (folder: string, mode?: number) => makeFolderSync(folder, mode)],
] as const;

it.each(makers)('%s makes the folders that are missing, and leaves those that are there', async (_, make) => {
  const folder = path.join(temporaryFolder(), 'a', 'b');
  await make(folder, 0o700);
  await make(folder, 0o700);
  expect(statSync(folder).isDirectory()).toBe(true);
  if (process.platform !== 'win32')
    for (const made of [folder, path.dirname(folder)]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

it.each(makers)('%s fails where a file is in the way', async (_, make) => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(make(path.join(file, 'a', 'b'))).rejects.toThrow(/ENOTDIR|ENOENT/);
});

it.runIf(process.platform === 'linux').each(makers)(
  '%s ends where the system makes no folders',
  async (_, make) => {
    await expect(make('/proc/none/a/b')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
