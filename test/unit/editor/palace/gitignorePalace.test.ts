import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitignorePalace } from '../../../../extension/editor/palace/gitignorePalace.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

test('a palace in the workspace is ignored by git, unless somebody wrote other rules there', async () => {
  const folder = path.join(temporaryFolder(), 'palace');
  const file = path.join(folder, '.gitignore');
  const place = { kind: 'place', folder, inWorkspace: 'palace' } as const;
  await gitignorePalace(place);
  expect(readFileSync(file, 'utf8')).toBe('*\n');
  writeFileSync(file, '*\n!export/\n');
  await gitignorePalace(place);
  expect(readFileSync(file, 'utf8')).toBe('*\n!export/\n');
});

test('a workspace’s folder that is gone is not made anew', async () => {
  const gone = path.join(temporaryFolder(), 'gone');
  const place = {
    kind: 'place',
    folder: path.join(gone, '.memory', 'palace'),
    inWorkspace: '.memory/palace',
  } as const;
  await expect(gitignorePalace(place)).rejects.toMatchObject({
    code: 'E_FOLDER_UNREADABLE',
    message: expect.stringContaining(`The folder ${gone} does not exist`),
  });
  expect(existsSync(gone)).toBe(false);
});

test('a workspace in which nothing can be made, as on a read-only disk, is told like every palace that can’t be written', async () => {
  const around = path.join(temporaryFolder(), 'workspace');
  // Refuses folders as such a disk does, also to root.
  writeFileSync(around, '');
  const folder = path.join(around, '.palace');
  await expect(gitignorePalace({ kind: 'place', folder, inWorkspace: '.palace' })).rejects.toMatchObject({
    code: 'E_PALACE_READ_ONLY',
    message: `The palace folder ${folder} can't be written (ENOTDIR).`,
  });
});
