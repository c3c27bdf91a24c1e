import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { homeFolder } from '../../../extension/base/files/homeFolder.ts';
import { locatePalace } from '../../../extension/service/palaceLocation.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

afterEach(() => void vi.unstubAllEnvs());

it('a “~” that no shell has read is the home folder, in the option and in SYNAPSE_PALACE_HOME', () => {
  const workspace = temporaryFolder();
  const inHome = path.join(homeFolder(), 'memory');
  expect(locatePalace('~/memory', workspace).folder).toBe(inHome);
  vi.stubEnv('SYNAPSE_PALACE_HOME', '~/memory');
  expect(locatePalace(undefined, workspace).folder).toBe(inHome);
  expect(locatePalace('other', workspace).folder).toBe(path.resolve('other'));
});
