import { readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packExtension, readmeAsShipped } from '../../../scripts/package.mjs';
import { partsTable, zipEntries } from '../../../scripts/packageParts.mjs';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

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
  expect(zipEntries(packed[0] ?? Buffer.alloc(0))).toContainEqual({
    name: 'extension/readme.md',
    size: files['README.md'].length,
    packed: expect.any(Number) as number,
  });
});

it('each file of the package counts for one part, and the parts add up', () => {
  const file = (name: string, size: number) => ({ name, size, packed: size / 2 });
  expect(
    partsTable([
      file('extension/media/models/mini/weights.int8', 4e6),
      file('extension/dist/sql.wasm', 2e6),
      file('extension/dist/owner.cjs', 1e6),
      file('extension/readme.md', 1e6),
      file('extension.vsixmanifest', 2e6),
    ]).split('\n'),
  ).toEqual([
    '| part | files | MB installed | MB in the package | largest |',
    '| --- | --- | --- | --- | --- |',
    '| embedding model | 1 | 4.00 | 2.00 | `weights.int8` 4.00 |',
    '| WebAssembly of libraries (onnxruntime-web, SQLite) | 1 | 2.00 | 1.00 | `sql.wasm` 2.00 |',
    '| code | 1 | 1.00 | 0.50 | `owner.cjs` 1.00 |',
    '| docs and licences | 1 | 1.00 | 0.50 | `readme.md` 1.00 |',
    '| manifests | 1 | 2.00 | 1.00 | `extension.vsixmanifest` 2.00 |',
    '| all | 5 | 10.00 | 5.00 |  |',
  ]);
  expect(() => zipEntries(Buffer.from('no archive'))).toThrow('not a ZIP archive');
});

it('the README ships without the pictures that the editor cannot show, and with all of its words', () => {
  expect(
    readmeAsShipped('# Crane\n\n![A crane](media/crane.png)\n\nIt lifts ![far](https://example.com/a.png).\n'),
  ).toBe('# Crane\n\nIt lifts ![far](https://example.com/a.png).\n');
});
