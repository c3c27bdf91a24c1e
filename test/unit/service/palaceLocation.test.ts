import { mkdirSync, realpathSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { homeFolder } from '../../../extension/base/files/homeFolder.ts';
import { locatePalace, locatePalaceOfSession, palaceFolderOf } from '../../../extension/service/palaceLocation.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

afterEach(() => void vi.unstubAllEnvs());

it('a “~” that no shell has read is the home folder, in the option and in SYNAPSE_PALACE_HOME', () => {
  const workspace = temporaryFolder();
  const inHome = path.join(homeFolder(), 'memory');
  expect(locatePalace('~/memory', workspace).folder).toBe(inHome);
  vi.stubEnv('SYNAPSE_PALACE_HOME', '~/memory');
  expect(locatePalace(undefined, workspace).folder).toBe(inHome);
  expect(locatePalace('other', workspace).folder).toBe(path.resolve('other'));
});

it('a session in a linked worktree has the palace of the main working tree, unless it has its own or is not listed there', () => {
  const at = realpathSync(temporaryFolder());
  vi.stubEnv('SYNAPSE_PALACE_HOME', '');
  vi.stubEnv('XDG_DATA_HOME', path.join(at, 'data'));
  vi.stubEnv('LOCALAPPDATA', path.join(at, 'data'));
  vi.stubEnv('HOME', at);
  const [main, linked, foreign] = ['main', 'linked', 'foreign'].map((name) => path.join(at, name)) as [
    string,
    string,
    string,
  ];
  const listed = path.join(main, '.git', 'worktrees', 'linked');
  const forged = path.join(foreign, 'own');
  writeFiles(listed, { commondir: '../..\n', gitdir: `${path.join(linked, '.git')}\n` });
  writeFiles(linked, { '.git': `gitdir: ${listed}\n`, 'src/a.ts': '' });
  writeFiles(forged, { commondir: path.join(main, '.git'), gitdir: path.join(foreign, '.git') });
  writeFiles(foreign, { '.git': `gitdir: ${forged}\n` });
  const found = (folder: string) => locatePalaceOfSession(undefined, folder).workspace;
  expect(found(linked)).toBe(linked);
  const make = (workspace: string) => writeFiles(palaceFolderOf(workspace), { 'palace.sqlite': '' });
  make(main);
  expect([linked, path.join(linked, 'src'), foreign].map(found)).toEqual([main, main, foreign]);
  make(linked);
  expect(found(linked)).toBe(linked);
});

it('a workspace behind a link keeps its palace’s place while its folder is gone', () => {
  const folder = temporaryFolder();
  const [real, link, away] = ['real', 'link', 'away'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(path.join(real, 'docs'), { recursive: true });
  symlinkSync('real', link);
  const places = () => [link, path.join(link, 'docs')].map((workspace) => palaceFolderOf(workspace, '/data'));
  const before = places();
  renameSync(real, away);
  expect(places()).toEqual(before);
  unlinkSync(link);
  symlinkSync('link', link);
  expect(places()).toHaveLength(2);
});
