import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noPalace } from '../../../../extension/cli/connection/existingPalace.ts';
import { removeFolder, temporaryFolder } from '../../../fixtures/fileTree.ts';

let root: string;
beforeEach(() => (root = temporaryFolder()));
afterEach(() => removeFolder(root));

const errorOf = (folder: string) => noPalace({ workspace: root, folder });

describe('the error of a command where there is no palace', () => {
  it('tells to mine where there is nothing', () => {
    expect(errorOf(path.join(root, 'none'))).toMatchObject({
      code: 'E_PALACE_NOT_FOUND',
      remedy: expect.stringContaining('mine') as string,
    });
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
  });
});
