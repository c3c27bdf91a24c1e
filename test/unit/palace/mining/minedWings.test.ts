import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTree } from '../../../fixtures/fileTree.ts';
import { minedFolder } from '../../../fixtures/minedFolder.ts';
import { drawerRow } from '../../../fixtures/palaces/smallPalace.ts';

const mined = minedFolder();
const { mine, live, write, age } = mined;
const note = (id: string, wing: string) => drawerRow({ id, wing, room: 'notes', type: 'decision' });

describe('the wings of a workspace', () => {
  it('re-files an unchanged file when a manifest makes its folder a wing', async () => {
    write('packages/app/src/a.ts', 'export const a = 1;\n');
    age('packages/app/src/a.ts');
    await mine();
    const [before] = live();
    expect(before).toMatchObject({ wing: 'demo', room: 'packages' });
    write('packages/app/package.json', '{}\n');
    await mine();
    expect(live().find((drawer) => drawer.rowid === before?.rowid)).toMatchObject({
      id: before?.id,
      wing: 'app',
      room: 'src',
    });
  });

  it('calls the outermost wing as the project calls itself, and takes along what was filed in it', async () => {
    write('a.md', 'One.\n');
    write('docs/b.md', 'Two.\n');
    age('a.md', 'docs/b.md');
    await mine();
    const before = mined.store.all();
    await mined.store.write((transaction) =>
      transaction.insertDrawers([note('note_1', 'demo'), note('note_2', 'other')]),
    );
    write('package.json', '{ "name": "@harbor/berths" }\n');
    age('package.json');
    await mine();
    expect(live().map(({ id, wing }) => [id, wing])).toEqual(
      expect.arrayContaining([
        ...before.map(({ id }) => [id, 'harbor-berths']),
        ['note_1', 'harbor-berths'],
        ['note_2', 'other'],
      ]),
    );
    const { revision } = mined.store;
    await mine();
    expect(mined.store.revision).toBe(revision);
  });

  it('moves nothing while the manifest is being merged', async () => {
    write('package.json', '{ "name": "@harbor/berths" }\n');
    write('a.md', 'One.\n');
    age('a.md');
    await mine();
    await mined.store.write((transaction) => transaction.insertDrawers([note('note_1', 'harbor-berths')]));
    write('package.json', '<<<<<<< HEAD\n{ "name": "@harbor/berths" }\n');
    await mine();
    expect(new Set(mined.store.all().map(({ wing }) => wing))).toEqual(new Set(['harbor-berths']));
  });

  it('takes along what was filed in the wing of a folder that was moved, and nothing else', async () => {
    const folder = (name: string) => ({ path: path.join(mined.root, name), name });
    writeTree(mined.root, { 'one/a.md': 'A.\n' });
    await mine({}, { folders: [folder('one')] });
    await mined.store.write((transaction) =>
      transaction.insertDrawers([note('note_1', 'one'), note('note_3', 'three')]),
    );
    renameSync(path.join(mined.root, 'one'), path.join(mined.root, 'two'));
    await mine({}, { folders: [folder('two')] });
    const wings = () => Object.fromEntries(live().map(({ id, sourceFile, wing }) => [sourceFile ?? id, wing]));
    expect(wings()).toEqual({ 'a.md': 'two', note_1: 'two', note_3: 'three' });
    // The name of the folder is that of a wing that is not its own.
    write('two/package.json', '{ "name": "harbor" }\n');
    await mine({}, { folders: [folder('two')] });
    renameSync(path.join(mined.root, 'two'), path.join(mined.root, 'three'));
    await mine({}, { folders: [folder('three')] });
    expect(wings()).toEqual({ 'a.md': 'harbor', 'package.json': 'harbor', note_1: 'harbor', note_3: 'three' });
  });

  it('leaves to a wing the name that another one had', async () => {
    write('a.md', 'One.\n');
    await mine();
    await mined.store.write((transaction) => transaction.insertDrawers([note('note_1', 'demo')]));
    const manifest = '{ "name": "harbor", "workspaces": ["demo"] }\n';
    writeTree(mined.root, { 'package.json': manifest, 'demo/package.json': '{}\n' });
    await mine();
    expect(live().map(({ id, sourceFile, wing }) => [sourceFile ?? id, wing])).toEqual(
      expect.arrayContaining([
        ['a.md', 'harbor'],
        ['demo/package.json', 'demo'],
        ['note_1', 'demo'],
      ]),
    );
  });
});

describe('mining several folders', () => {
  const folder = (name: string) => ({ path: path.join(mined.root, name), name });

  it('puts the folder name in front of the paths', async () => {
    writeTree(mined.root, { 'one/a.md': 'A.\n', 'two/a.md': 'A of two.\n' });
    await mine({}, { folders: [folder('one'), folder('two')] });
    expect(live().map(({ sourceFile, wing }) => ({ sourceFile, wing }))).toEqual([
      { sourceFile: 'one/a.md', wing: 'one' },
      { sourceFile: 'two/a.md', wing: 'two' },
    ]);
  });

  it('keeps every drawer when a second folder joins and when it leaves again', async () => {
    writeTree(mined.root, { 'one/a.md': 'A.\n', 'two/a.md': 'A of two.\n' });
    await mine({}, { folders: [folder('one')] });
    const [first] = live();
    expect(first?.sourceFile).toBe('a.md');
    await mine({}, { folders: [folder('one'), folder('two')] });
    expect(live().map(({ rowid, sourceFile }) => ({ rowid, sourceFile }))).toEqual([
      { rowid: first?.rowid, sourceFile: 'one/a.md' },
      { rowid: 2, sourceFile: 'two/a.md' },
    ]);
    const report = await mine({}, { folders: [folder('one')] });
    expect(report.sources.archived).toBe(0);
    expect(live().map(({ sourceFile }) => sourceFile)).toEqual(['a.md', 'two/a.md']);
  });

  it('leaves the sources of another folder alone, though both were mined by themselves', async () => {
    writeTree(mined.root, { 'one/a.md': 'A.\n', 'two/b.md': 'B.\n' });
    await mine({}, { folders: [folder('one')] });
    const report = await mine({}, { folders: [folder('two')] });
    expect(report.sources.archived).toBe(0);
    expect(live().map(({ sourceFile }) => sourceFile)).toEqual(['a.md', 'two/b.md']);
    rmSync(path.join(mined.root, 'two/b.md'));
    expect((await mine({}, { folders: [folder('two')] })).sources.archived).toBe(1);
    expect((await mine({}, { folders: [folder('one')] })).sources).toMatchObject({ archived: 0, unchanged: 1 });
  });

  it('recognises a workspace folder that was moved', async () => {
    writeTree(mined.root, { 'one/a.md': 'A.\n' });
    await mine({}, { folders: [folder('one')] });
    renameSync(path.join(mined.root, 'one'), path.join(mined.root, 'moved'));
    const report = await mine({}, { folders: [folder('moved')] });
    expect(report.sources).toMatchObject({ unchanged: 1, mined: 0, archived: 0 });
    expect(live()).toMatchObject([{ rowid: 1, sourceFile: 'a.md', wing: 'moved' }]);
  });
});
