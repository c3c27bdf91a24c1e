import { homedir, userInfo } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { homeFolder } from '../../../../extension/base/files/homeFolder.ts';

afterEach(() => void vi.unstubAllEnvs());

it.skipIf(process.platform === 'win32')('is absolute, whatever HOME says', () => {
  expect(homeFolder()).toBe(homedir());
  for (const named of ['', 'ilse', './ilse']) {
    vi.stubEnv('HOME', named);
    expect(homeFolder()).toBe(userInfo().homedir);
  }
  vi.stubEnv('HOME', '/home/ilse');
  expect(homeFolder()).toBe('/home/ilse');
});
