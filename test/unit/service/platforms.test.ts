import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../extension/service/palaceLocation.ts';
import { socketPlaces } from '../../../extension/service/socket/socketPlace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

describe('where an owner listens', () => {
  const placesOf = (folder: string, platform: NodeJS.Platform): string[] =>
    socketPlaces(folder, platform, path.join(temporaryFolder(), 'run')).map((place) => place());

  it('is a pipe of its own name on Windows, whatever the folder', () => {
    const long = path.join(temporaryFolder(), 'x'.repeat(200));
    for (const folder of [temporaryFolder(), long]) {
      const [pipe = '', ...others] = placesOf(folder, 'win32');
      expect(others).toEqual([]);
      expect(pipe).toMatch(/^\\\\\.\\pipe\\synapse-palace-[0-9a-f]{16}-[0-9a-f]{8}$/);
      const [next = ''] = placesOf(folder, 'win32');
      // Of the same palace, and never the same name twice: an owner that ends late takes nothing from its successor.
      expect(next.slice(0, -8)).toBe(pipe.slice(0, -8));
      expect(next).not.toBe(pipe);
    }
  });

  it.skipIf(process.platform === 'win32').each(['linux', 'darwin'] as const)(
    'is in the palace’s folder on %s, if that is this user’s alone and the path fits into a socket’s',
    (platform) => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o700);
      expect(placesOf(folder, platform).map((place) => path.dirname(place))[0]).toBe(folder);
      const deep = path.join(folder, 'x'.repeat(100));
      mkdirSync(deep, { mode: 0o700 });
      const [place = '', ...others] = placesOf(deep, platform);
      expect(others).toEqual([]);
      expect(path.basename(place)).toMatch(/^[0-9a-f]{16}-[0-9a-f]{8}\.sock$/);
      chmodSync(folder, 0o777);
      expect(placesOf(folder, platform)).toHaveLength(1);
    },
  );
});

it('palaces lie where each system keeps the data of programs', () => {
  const end = (folder: string): string => folder.replaceAll('\\', '/').split('/').slice(-2).join('/');
  expect(dataFolder({ LOCALAPPDATA: 'C:\\Users\\ilse\\AppData\\Local' }, 'win32')).toContain('Local');
  expect(end(dataFolder({}, 'win32'))).toBe('Local/synapse-palace');
  expect(end(dataFolder({}, 'darwin'))).toBe('Application Support/synapse-palace');
  expect(end(dataFolder({}, 'linux'))).toBe('share/synapse-palace');
  for (const ignored of ['', 'data', './data'])
    expect(end(dataFolder({ XDG_DATA_HOME: ignored }, 'linux'))).toBe('share/synapse-palace');
  expect(dataFolder({ XDG_DATA_HOME: '/data' }, 'linux')).toBe(path.join('/data', 'synapse-palace'));
});
