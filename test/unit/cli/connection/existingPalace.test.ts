import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noPalace } from '../../../../extension/cli/connection/existingPalace.ts';
import { palaceLocation, palaceLocationOfSession } from '../../../../extension/cli/connection/palaceLocation.ts';
import { demandFolder, unreadablePlace } from '../../../../extension/cli/connection/readablePlace.ts';
import { palaceFolderOf } from '../../../../extension/service/palaceLocation.ts';
import { removeFolder, temporaryFolder, writeTree } from '../../../fixtures/fileTree.ts';

let root: string;
beforeEach(() => (root = temporaryFolder()));
afterEach(() => removeFolder(root));

const errorOf = (folder: string) => noPalace({ workspace: root, folder });

it('an empty --palace, as a script’s unset variable gives it, is not taken for that of the current folder', () => {
  for (const palace of ['', ' '])
    for (const locate of [palaceLocation, palaceLocationOfSession])
      expect(() => locate({ palace }, root)).toThrow('--palace: it must have at least 1 character.');
});

describe('the error of a command where there is no palace', () => {
  it('tells to mine where there is nothing', () => {
    expect(errorOf(path.join(root, 'none'))).toMatchObject({
      code: 'E_PALACE_NOT_FOUND',
      remedy: expect.stringContaining('mine') as string,
    });
  });

  it('names the palace of the main working tree in a linked worktree', () => {
    vi.stubEnv('SYNAPSE_PALACE_HOME', '');
    for (const name of ['XDG_DATA_HOME', 'LOCALAPPDATA', 'HOME']) vi.stubEnv(name, path.join(root, 'data'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const [main, linked] = [path.join(root, 'main'), path.join(root, 'linked')];
    writeTree(root, {
      'main/.git/worktrees/linked/commondir': '../..\n',
      'main/.git/worktrees/linked/gitdir': `${path.join(linked, '.git')}\n`,
      'linked/.git': `gitdir: ${path.join(main, '.git', 'worktrees', 'linked')}\n`,
    });
    const remedy = () => noPalace({ workspace: linked, folder: palaceFolderOf(linked) }).remedy;
    expect(remedy()).toBe('Run “synapse-palace mine” there first.');
    writeTree(palaceFolderOf(main), { 'palace.sqlite': '' });
    expect(remedy()).toBe(
      `Run “synapse-palace mine” there first, or add --palace "${palaceFolderOf(main)}" for that of its main working tree.`,
    );
  });

  it('tells to repair where there is something to repair from', () => {
    mkdirSync(path.join(root, 'palace'));
    writeFileSync(path.join(root, 'palace', 'repaired.sqlite'), '');
    expect(errorOf(path.join(root, 'palace'))).toMatchObject({ code: 'E_PALACE_DAMAGED' });
  });

  it('says why nothing can be seen there: the palace’s file was given instead of its folder, or a name too long', () => {
    const file = path.join(root, 'palace.sqlite');
    writeFileSync(file, '');
    for (const folder of [file, path.join(root, 'a'.repeat(300))])
      expect(errorOf(folder)).toMatchObject({
        code: 'E_FOLDER_UNREADABLE',
        message: expect.stringContaining(folder) as string,
      });
    expect(() => demandFolder(file)).toThrow(expect.objectContaining({ message: `${file} is not a folder.` }));
    expect(errorOf(file).message).toBe(`No palace can be created in ${file}: ${file} is not a folder.`);
  });

  it('names where the palace of a renamed workspace is', () => {
    vi.stubEnv('XDG_DATA_HOME', path.join(root, 'data'));
    vi.stubEnv('LOCALAPPDATA', path.join(root, 'data'));
    const [before, after] = [path.join(root, 'before'), path.join(root, 'after')];
    const palace = palaceFolderOf(before);
    const remedy = () => noPalace({ workspace: after, folder: palaceFolderOf(after) }).remedy;
    expect(() => demandFolder(before)).toThrow(
      expect.objectContaining({ message: `There is no folder ${before}.`, remedy: 'Check its name.' }),
    );
    expect(remedy()).toBe('Run “synapse-palace mine” there first.');
    mkdirSync(palace, { recursive: true });
    writeFileSync(path.join(palace, 'palace.sqlite'), '');
    expect(() => demandFolder(before)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(`--palace ${palace} mine`) as string }),
    );
    expect(remedy()).toContain(`still in ${path.dirname(palace)}, under the earlier name`);
    vi.unstubAllEnvs();
  });
});

it('a palace’s own folder or file is not imported as if it were an export', () => {
  const file = path.join(root, 'palace.sqlite');
  writeFileSync(file, '');
  for (const place of [root, file])
    expect(unreadablePlace(place)).toMatchObject({
      code: 'E_IMPORT_FORMAT',
      message: `${place} is a palace, not an export of one.`,
      remedy: `Export it, and import what was written: synapse-palace --palace "${root}" export DIR.`,
    });
});
