import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PalaceAccess } from '../../../../extension/agent/mcp/palaceAccess.ts';
import { palaceFolderOf } from '../../../../extension/service/palaceLocation.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

/** What a call that only reads is told where there is no palace. */
const told = (workspace: string, folder: string): Promise<unknown> =>
  new PalaceAccess({
    roots: () => Promise.resolve([workspace]),
    site: () => ({ workspace, folder }),
    connect: () => expect.unreachable('nothing is opened'),
    onProblem: (error) => expect.unreachable(error.message),
  }).open(false);

it('a palace that is not there yet is told from a chosen folder that is gone, and from one that can’t be read', async () => {
  const workspace = path.join(temporaryFolder(), 'harbor');
  await expect(told(workspace, palaceFolderOf(workspace))).rejects.toMatchObject({
    code: 'E_PALACE_NOT_FOUND',
    message: 'There is no memory of harbor yet.',
  });
  const chosen = path.join(temporaryFolder(), 'chosen');
  await expect(told(workspace, chosen)).rejects.toMatchObject({
    code: 'E_PALACE_NOT_FOUND',
    message: `The folder chosen for the palace does not exist: ${chosen}.`,
  });
  mkdirSync(chosen);
  await expect(told(workspace, chosen)).rejects.toMatchObject({
    code: 'E_PALACE_NOT_FOUND',
    message: `There is no palace yet in ${chosen}, the folder chosen for it.`,
  });
  const file = path.join(chosen, 'file');
  writeFileSync(file, '');
  await expect(told(workspace, file)).rejects.toMatchObject({
    code: 'E_FOLDER_UNREADABLE',
    message: `The folder ${file} can't be read: ENOTDIR.`,
  });
});
