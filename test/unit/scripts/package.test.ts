import { readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packExtension, readmeWithPictures } from '../../../scripts/package.mjs';
import { temporaryFolder, writeFiles } from '../../fixtures/temporaryPalace.ts';

it('the same files are packed into the same bytes, whenever they were written and in whatever order', async () => {
  const manifest = JSON.stringify({
    name: 'crane',
    publisher: 'harbour',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
  });
  const files = {
    'package.json': manifest,
    'README.md': '# Crane\n',
    'main.js': '',
    'a.js': '',
    LICENSE: 'MIT\n',
  };
  const packed = await Promise.all(
    [files, Object.fromEntries(Object.entries(files).reverse())].map(async (written, at) => {
      const folder = temporaryFolder();
      writeFiles(folder, written);
      for (const name of Object.keys(files))
        utimesSync(path.join(folder, name), 1_700_000_000 + at, 1_600_000_000 * (1 + at / 9));
      const vsix = path.join(temporaryFolder(), 'crane.vsix');
      await packExtension(folder, vsix);
      return readFileSync(vsix);
    }),
  );
  expect(packed[0]?.length).toBeGreaterThan(500);
  expect(packed[0]?.equals(packed[1] ?? Buffer.alloc(0))).toBe(true);
});

it('the README ships with its pictures inside, and its links as they are', () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'README.md': '![A crane](media/crane.png) and [more](docs/README.md), ![far](https://example.com/a.png)\n',
    'media/crane.png': 'not quite a picture',
  });
  expect(readmeWithPictures(folder)).toBe(
    `![A crane](data:image/png;base64,${Buffer.from('not quite a picture').toString('base64')}) and [more](docs/README.md), ![far](https://example.com/a.png)\n`,
  );
});
