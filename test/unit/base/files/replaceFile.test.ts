import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFileSync } from '../../../../extension/base/files/replaceFile.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

describe('replacing a file at once', () => {
  it('puts the new text in its place and leaves nothing beside it', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'settings.json');
    writeFileSync(file, 'old');
    replaceFileSync(file, 'new');
    expect(readdirSync(folder)).toEqual(['settings.json']);
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  it('that fails leaves what was there, and nothing beside it', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'settings.json');
    mkdirSync(path.join(file, 'mine'), { recursive: true });
    expect(() => replaceFileSync(file, 'new')).toThrow();
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'settings.json',
      path.join('settings.json', 'mine'),
    ]);
  });
});
