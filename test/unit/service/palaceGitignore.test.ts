import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitignoreNewPalace } from '../../../extension/service/palaceGitignore.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const ignored = async (workspace: string, folder: string): Promise<boolean> => {
  await gitignoreNewPalace({ workspace, folder });
  return existsSync(path.join(folder, '.gitignore'));
};

test('a new palace inside its workspace is ignored by git', async () => {
  const workspace = temporaryFolder();
  const folder = path.join(workspace, '.memory', 'palace');
  expect(await ignored(workspace, folder)).toBe(true);
  expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  mkdirSync(path.join(workspace, '..empty'));
  expect(await ignored(workspace, path.join(workspace, '..empty'))).toBe(true);
});

test('nothing is ignored outside the workspace, in its own folder, and where files are already', async () => {
  const workspace = temporaryFolder();
  const used = path.join(workspace, 'docs');
  mkdirSync(used);
  writeFileSync(path.join(used, 'notes.md'), 'Berths');
  const elsewhere = path.join(temporaryFolder(), 'palace');
  expect(await ignored(workspace, used)).toBe(false);
  expect(await ignored(used, workspace)).toBe(false);
  expect(await ignored(elsewhere, elsewhere)).toBe(false);
  expect(await ignored(workspace, elsewhere)).toBe(false);
  expect(existsSync(elsewhere)).toBe(false);
});
