import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startOwner } from '../../../extension/service/startOwner.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('an owner that can’t be started leaves no lock', async () => {
  const folder = temporaryFolder();
  const options = { folder, workspace: 'own', distFolder: path.resolve('dist'), modelFolder: '' };
  const profiles = { mine: { source_weight: 1n } };
  await expect(
    startOwner({ ...options, profileLayers: [{ source: 'a program', profiles }] }, () => undefined),
  ).rejects.toThrow('BigInt');
  expect(readdirSync(folder)).toEqual([]);
});
