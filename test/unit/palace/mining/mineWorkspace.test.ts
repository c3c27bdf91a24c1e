import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Drawer } from '../../../../extension/palace/model/drawer.ts';
import { isoTime } from '../../../../extension/palace/model/ids.ts';
import { nodeFileAccess, type FileAccess } from '../../../../extension/palace/mining/fileAccess.ts';
import { mineWorkspace, type MineOptions } from '../../../../extension/palace/mining/mineWorkspace.ts';
import type { MineFilesRequest } from '../../../../extension/palace/filing/mineReport.ts';
import { prose, removeFolder, temporaryFolder, writeTree } from '../../../fixtures/fileTree.ts';
import { drawerRow } from '../../../fixtures/palaces/smallPalace.ts';
import { memoryPalaceStore, type MemoryPalaceStore } from '../../../fixtures/palaces/memoryPalaceStore.ts';

let root: string;
let store: MemoryPalaceStore;
beforeEach(() => {
  root = temporaryFolder();
  store = memoryPalaceStore();
});
afterEach(() => removeFolder(root));

const mine = (options: Partial<MineOptions> = {}, request: Partial<MineFilesRequest> = {}) =>
  mineWorkspace(
    store,
    { folders: [{ path: root, name: 'demo' }], ...request },
    { clock: () => new Date(), palaceFolder: path.join(root, '.palace'), ...options },
  );

const live = (): Drawer[] => store.all().filter((drawer) => !drawer.archived);
const textOf = (file: string): string =>
  live()
    .filter((drawer) => drawer.sourceFile === file)
    .sort((a, b) => a.chunkIndex - b.chunkIndex)
    .map((drawer) => drawer.text)
    .join('');
const idsOf = (file: string): string[] =>
  store
    .all()
    .filter((drawer) => drawer.sourceFile === file)
    .map((drawer) => drawer.id);
const note = (id: string, wing: string) => drawerRow({ id, wing, room: 'notes', type: 'decision' });
const write = (file: string, content: string): void => writeTree(root, { [file]: content });
/** As if written long ago, so that size and time alone tell that a file is unchanged. */
const age = (...files: string[]): void =>
  files.forEach((file) => utimesSync(path.join(root, file), 1_700_000_000, 1_700_000_000));

describe('mining a workspace', () => {
  it('files every text file as drawers that join to the file', async () => {
    const long = prose('guide', 5000);
    write('docs/guide.md', long);
    write('README.md', 'Hello.\n');
    write('empty.txt', '');
    const report = await mine();
    expect(textOf('docs/guide.md')).toBe(long);
    expect(textOf('README.md')).toBe('Hello.\n');
    expect(report.sources).toMatchObject({ mined: 3, unchanged: 0, renamed: 0, archived: 0, skipped: {} });
    expect(report.drawers.added).toBe(live().length);
    const [first] = live();
    expect(first?.id).toMatch(/^drawer_demo_general_[0-9a-f]{16}$/);
    expect(live().find((drawer) => drawer.sourceFile === 'docs/guide.md')).toMatchObject({
      wing: 'demo',
      room: 'docs',
      type: 'file',
      tier: 'working',
      importance: 0.5,
    });
  });

  it('neither reads nor writes anything the second time', async () => {
    write('a.md', prose('a', 3000));
    write('b.md', prose('b', 3000));
    age('a.md', 'b.md');
    await mine();
    const before = { revision: store.revision, drawers: store.all() };
    const files: FileAccess = { ...nodeFileAccess, read: () => Promise.reject(new Error('read')) };
    const report = await mine({ files });
    expect(report.sources).toMatchObject({ mined: 0, unchanged: 2, skipped: {} });
    expect(report.drawers).toEqual({ added: 0, kept: before.drawers.length, archived: 0 });
    expect({ revision: store.revision, drawers: store.all() }).toEqual(before);
  });

  it('notices a change that kept size and time, made right after mining', async () => {
    write('a.md', 'one\n');
    const time = new Date();
    utimesSync(path.join(root, 'a.md'), time, time);
    await mine();
    write('a.md', 'two\n');
    utimesSync(path.join(root, 'a.md'), time, time);
    await mine();
    expect(textOf('a.md')).toBe('two\n');
  });

  it('keeps the drawers of unchanged chunks and replaces the others', async () => {
    const text = prose('long', 20_000);
    write('long.md', text);
    await mine();
    const before = new Map(live().map((drawer) => [drawer.id, drawer]));
    const edited = text.replace('Paragraph 60 of long', 'Paragraph sixty of long');
    write('long.md', edited);
    const report = await mine();
    expect(textOf('long.md')).toBe(edited);
    const kept = live().filter((drawer) => before.has(drawer.id));
    expect(kept.length).toBeGreaterThan(before.size - 6);
    for (const drawer of kept) expect(drawer.rowid).toBe(before.get(drawer.id)?.rowid);
    expect(report.drawers).toEqual({ added: live().length - kept.length, kept: kept.length, archived: 0 });
    expect(store.all()).toHaveLength(live().length);
  });

  it('archives a changed drawer that somebody has used, instead of deleting it', async () => {
    write('a.md', 'The old text.\n');
    await mine();
    const [old] = live();
    await store.write((transaction) =>
      transaction.recordAccess([{ rowid: old?.rowid ?? 0, sessionId: 's', kind: 'opened', at: isoTime(0) }]),
    );
    write('a.md', 'The new text.\n');
    const report = await mine();
    expect(report.drawers.archived).toBe(1);
    expect(store.all().find((drawer) => drawer.id === old?.id)).toMatchObject({
      archived: true,
      archiveReason: 'source_changed',
      text: 'The old text.\n',
    });
    write('a.md', 'The old text.\n');
    await mine();
    expect(live()).toMatchObject([{ id: old?.id, accessCount: 1 }]);
  });

  it('archives what was deleted and brings the same drawers back with the file', async () => {
    const text = prose('a', 3000);
    write('a.md', text);
    write('b.md', 'Stays.\n');
    age('a.md');
    await mine();
    const before = idsOf('a.md');
    rmSync(path.join(root, 'a.md'));
    const report = await mine();
    expect(report.sources.archived).toBe(1);
    expect(report.drawers.archived).toBe(before.length);
    expect(store.all().filter((drawer) => drawer.archived)).toHaveLength(before.length);
    expect(store.all().find((drawer) => drawer.archived)?.archiveReason).toBe('source_removed');
    expect((await mine()).sources.archived).toBe(0);
    write('a.md', text);
    age('a.md');
    await mine();
    expect(textOf('a.md')).toBe(text);
    expect(idsOf('a.md')).toEqual(before);
  });

  it('archives what is newly ignored or excluded', async () => {
    write('a.log', 'A log.\n');
    write('b.md', 'A note.\n');
    write('c.txt', 'A text.\n');
    await mine();
    write('.gitignore', '*.log\n');
    await mine({}, { exclude: ['*.txt'] });
    expect(
      live()
        .map((drawer) => drawer.sourceFile)
        .sort(),
    ).toEqual(['.gitignore', 'b.md']);
    await mine();
    expect(
      live()
        .map((drawer) => drawer.sourceFile)
        .sort(),
    ).toEqual(['.gitignore', 'b.md', 'c.txt']);
  });

  it('keeps the drawers of a renamed file, under its new path and room', async () => {
    write('docs/old.md', prose('a', 3000));
    await mine();
    const before = live().map(({ id, rowid }) => ({ id, rowid }));
    mkdirSync(path.join(root, 'guide'));
    renameSync(path.join(root, 'docs/old.md'), path.join(root, 'guide/new.md'));
    const report = await mine();
    expect(report.sources).toMatchObject({ renamed: 1, mined: 0, archived: 0 });
    expect(live().map(({ id, rowid }) => ({ id, rowid }))).toEqual(before);
    for (const drawer of live()) expect(drawer).toMatchObject({ room: 'guide', sourceFile: 'guide/new.md' });
    write('docs/old.md', 'Another file of that name.\n');
    await mine();
    expect(textOf('docs/old.md')).toBe('Another file of that name.\n');
    expect(live()).toHaveLength(before.length + 1);
  });

  it('takes a copy for a new source', async () => {
    write('a.md', 'Same.\n');
    await mine();
    write('b.md', 'Same.\n');
    expect((await mine()).sources).toMatchObject({ mined: 1, renamed: 0 });
    expect(new Set(live().map((drawer) => drawer.id)).size).toBe(2);
  });

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
    const before = store.all();
    await store.write((transaction) =>
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
    const { revision } = store;
    await mine();
    expect(store.revision).toBe(revision);
  });

  it('leaves to a wing the name that another one had', async () => {
    write('a.md', 'One.\n');
    await mine();
    await store.write((transaction) => transaction.insertDrawers([note('note_1', 'demo')]));
    const manifest = '{ "name": "harbor", "workspaces": ["demo"] }\n';
    writeTree(root, { 'package.json': manifest, 'demo/package.json': '{}\n' });
    await mine();
    expect(live().map(({ id, sourceFile, wing }) => [sourceFile ?? id, wing])).toEqual(
      expect.arrayContaining([
        ['a.md', 'harbor'],
        ['demo/package.json', 'demo'],
        ['note_1', 'demo'],
      ]),
    );
  });

  it('counts and lists what it skips', async () => {
    writeTree(root, {
      'image.bin': new Uint8Array([1, 0, 2]),
      'latin.txt': new Uint8Array([0x63, 0xe9, 0x0a]),
      'bundle.js': 'x'.repeat(5001),
      'huge.txt': 'line\n'.repeat(250_000),
      'ok.txt': 'ok\n',
    });
    const report = await mine();
    expect(report.sources).toMatchObject({
      mined: 1,
      skipped: { binary: 1, undecodable: 1, generated: 1, too_large: 1 },
    });
    expect(report.skipped_files).toContainEqual({ path: 'huge.txt', reason: 'too_large' });
  });

  it('archives the drawers of a file that stopped being text', async () => {
    write('a.txt', 'Text.\n');
    await mine();
    writeTree(root, { 'a.txt': new Uint8Array([0, 1, 2]) });
    expect((await mine()).drawers.archived).toBe(1);
    expect((await mine()).drawers.archived).toBe(0);
    write('a.txt', 'Text.\n');
    await mine();
    expect(textOf('a.txt')).toBe('Text.\n');
    expect(store.all()).toHaveLength(1);
  });

  it('leaves a file that keeps changing for the next time, and its drawers as they are', async () => {
    write('a.txt', 'Before.\n');
    await mine();
    let reads = 0;
    const files: FileAccess = {
      ...nodeFileAccess,
      async read(file, gate) {
        const bytes = await nodeFileAccess.read(file, gate);
        if (file.endsWith('a.txt')) writeFileSync(file, `Version ${'x'.repeat(++reads)}.\n`);
        return bytes;
      },
    };
    const report = await mine({ files });
    expect(report.sources.skipped).toEqual({ changing: 1 });
    expect(reads).toBe(3);
    expect(textOf('a.txt')).toBe('Before.\n');
    await mine();
    expect(textOf('a.txt')).toBe('Version xxx.\n');
  });

  it('keeps the drawers below a folder that can not be read at present', async () => {
    write('docs/a.md', 'Text.\n');
    write('b.md', 'Text of b.\n');
    await mine();
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const files: FileAccess = {
      ...nodeFileAccess,
      list: (folder) => (folder.endsWith('docs') ? Promise.reject(denied) : nodeFileAccess.list(folder)),
    };
    const report = await mine({ files });
    expect(report.sources).toMatchObject({ archived: 0, skipped: { unreadable: 1 } });
    expect(textOf('docs/a.md')).toBe('Text.\n');
  });

  it('refuses a workspace folder that can not be read, naming it', async () => {
    await expect(
      mine({}, { folders: [{ path: path.join(root, 'absent'), name: 'absent' }] }),
    ).rejects.toMatchObject({ code: 'E_FOLDER_UNREADABLE', message: expect.stringContaining('absent') });
  });

  it('keeps what was committed when cancelled, archives nothing, and completes the next time', async () => {
    for (let number = 0; number < 60; number++) write(`file${number}.md`, prose(`file ${number}`, 2000));
    write('gone.md', 'Gone.\n');
    await mine({}, { exclude: ['file*'] });
    rmSync(path.join(root, 'gone.md'));
    const abort = new AbortController();
    const files: FileAccess = {
      ...nodeFileAccess,
      read: (file, gate) => {
        if (file.endsWith('file30.md')) abort.abort();
        return nodeFileAccess.read(file, gate);
      },
    };
    await expect(mine({ files, signal: abort.signal })).rejects.toMatchObject({ code: 'E_CANCELLED' });
    const committed = live().length;
    expect(committed).toBeGreaterThan(1);
    expect(textOf('gone.md')).toBe('Gone.\n');
    await mine();
    for (let number = 0; number < 60; number++)
      expect(textOf(`file${number}.md`)).toBe(prose(`file ${number}`, 2000));
    expect(store.all().filter((drawer) => drawer.archived)).toHaveLength(1);
  });

  it('lets waiting writes share commits', async () => {
    for (let number = 0; number < 40; number++) write(`file${number}.md`, `File ${number}.\n`);
    await mine();
    expect(live()).toHaveLength(40);
    expect(store.commits).toBeLessThan(40);
  });

  it('reports its progress, the last file included', async () => {
    for (let number = 0; number < 5; number++) write(`file${number}.md`, 'Text.\n');
    const seen: { stage: string; done: number; total: number | null }[] = [];
    await mine({ onProgress: ({ stage, done, total }) => void seen.push({ stage, done, total }) });
    expect(seen[0]?.stage).toBe('scanning');
    expect(seen.at(-1)).toEqual({ stage: 'mining', done: 5, total: 5 });
  });
});

describe('mining several folders', () => {
  const folder = (name: string) => ({ path: path.join(root, name), name });

  it('puts the folder name in front of the paths', async () => {
    writeTree(root, { 'one/a.md': 'A.\n', 'two/a.md': 'A of two.\n' });
    await mine({}, { folders: [folder('one'), folder('two')] });
    expect(live().map(({ sourceFile, wing }) => ({ sourceFile, wing }))).toEqual([
      { sourceFile: 'one/a.md', wing: 'one' },
      { sourceFile: 'two/a.md', wing: 'two' },
    ]);
  });

  it('keeps every drawer when a second folder joins and when it leaves again', async () => {
    writeTree(root, { 'one/a.md': 'A.\n', 'two/a.md': 'A of two.\n' });
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
    writeTree(root, { 'one/a.md': 'A.\n', 'two/b.md': 'B.\n' });
    await mine({}, { folders: [folder('one')] });
    const report = await mine({}, { folders: [folder('two')] });
    expect(report.sources.archived).toBe(0);
    expect(live().map(({ sourceFile }) => sourceFile)).toEqual(['a.md', 'two/b.md']);
    rmSync(path.join(root, 'two/b.md'));
    expect((await mine({}, { folders: [folder('two')] })).sources.archived).toBe(1);
    expect((await mine({}, { folders: [folder('one')] })).sources).toMatchObject({ archived: 0, unchanged: 1 });
  });

  it('recognises a workspace folder that was moved', async () => {
    writeTree(root, { 'one/a.md': 'A.\n' });
    await mine({}, { folders: [folder('one')] });
    renameSync(path.join(root, 'one'), path.join(root, 'moved'));
    const report = await mine({}, { folders: [folder('moved')] });
    expect(report.sources).toMatchObject({ unchanged: 1, mined: 0, archived: 0 });
    expect(live()).toMatchObject([{ rowid: 1, sourceFile: 'a.md', wing: 'moved' }]);
  });
});
