import { readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packExtension, readmeAsShipped } from '../../../scripts/package.mjs';
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

it('the README ships without the pictures that the editor cannot show, and with all of its words', () => {
  expect(
    readmeAsShipped('# Crane\n\n![A crane](media/crane.png)\n\nIt lifts ![far](https://example.com/a.png).\n'),
  ).toBe('# Crane\n\nIt lifts ![far](https://example.com/a.png).\n');
});
