import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Drawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { importDrawers } from '../../../../extension/palace/filing/importDrawers.ts';
import { mineWorkspace } from '../../../../extension/palace/mining/mineWorkspace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { prose, writeTree } from '../../../fixtures/fileTree.ts';
import { sqliteWasm } from '../store/samplePalace.ts';
import { storePerTest } from '../store/storePerTest.ts';

const test = storePerTest();

const workspace = (): string => path.join(test.folder, 'workspace');
const clock = (): Date => new Date();
const mine = (into = test.store) =>
  mineWorkspace(into, { folders: [{ path: workspace(), name: 'demo' }] }, { clock, palaceFolder: into.folder });
const live = (): Drawer[] => test.store.read.scanDrawers(0, 100_000).filter((drawer) => !drawer.archived);
const joined = (file: string): string =>
  live()
    .filter((drawer) => drawer.sourceFile === file)
    .sort((a, b) => a.chunkIndex - b.chunkIndex)
    .map((drawer) => drawer.text)
    .join('');

describe('mining into the store on disk', () => {
  it('keeps every character, NUL and byte order mark included', async () => {
    const texts = {
      'nul.txt': `${'a line of text\n'.repeat(700)}\0 after a NUL\n`,
      'mark.txt': '\ufeffmarked\r\n',
      'scripts.txt': 'é e\u0301 日本語 \u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2028 \u00a0\n',
      'blank.txt': '\n\n \n',
    };
    writeTree(workspace(), texts);
    await mine();
    for (const [file, text] of Object.entries(texts)) expect(joined(file)).toBe(text);
    expect((await test.store.verify()).ok).toBe(true);
  });

  it('tells the indexes of drawers whose path alone changed', async () => {
    writeTree(workspace(), { 'a.md': prose('a', 3000) });
    await mine();
    renameSync(path.join(workspace(), 'a.md'), path.join(workspace(), 'b.md'));
    const paths = new Set<string | null>();
    test.store.onCommit((change) => change.updated.forEach((drawer) => paths.add(drawer.sourceFile)));
    await mine();
    expect(paths).toEqual(new Set(['b.md']));
  });

  it('files a source even where an imported drawer has the ID that it would get', async () => {
    writeTree(workspace(), { 'docs/a.md': prose('a', 3000) });
    await mine();
    const lines = live().map(({ id, wing, room, sourceFile }) =>
      JSON.stringify({ id, text: 'Imported.', wing, room, source_file: sourceFile }),
    );
    const other = await openPalaceStore({ folder: path.join(test.folder, 'other'), sqliteWasm });
    writeFileSync(path.join(test.folder, 'drawers.jsonl'), lines.join('\n'));
    expect(await importDrawers(other, path.join(test.folder, 'drawers.jsonl'), { clock })).toMatchObject({
      added: lines.length,
      skipped: {},
    });
    expect((await mine(other)).drawers).toEqual({ added: lines.length, kept: 0, archived: 0 });
    writeTree(workspace(), { 'docs/a.md': `${prose('a', 3000)}The end.\n` });
    const { added, kept } = (await mine(other)).drawers;
    expect([added, kept]).toEqual([1, lines.length - 1]);
    await other.close();
  });

  it('imports again only what is missing', async () => {
    const line = (number: number): string =>
      JSON.stringify({
        text: `Turn ${number}`,
        wing: 'w',
        room: 'r',
        source_file: 's.txt',
        speaker: 'Ann',
        seq: number,
      });
    const file = path.join(test.folder, 'drawers.jsonl');
    writeFileSync(file, Array.from({ length: 600 }, (_, number) => line(number)).join('\n'));
    expect(await importDrawers(test.store, file, { clock })).toMatchObject({ added: 600, duplicates: 0 });
    writeFileSync(file, Array.from({ length: 605 }, (_, number) => line(number)).join('\n'));
    expect(await importDrawers(test.store, file, { clock })).toMatchObject({ added: 5, duplicates: 600 });
    expect(live().map((drawer) => drawer.chunkIndex)).toEqual(Array.from({ length: 605 }, (_, number) => number));
  });
});
