import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId, isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
import { nodeFileAccess, type FileAccess } from '../../../../extension/palace/mining/fileAccess.ts';
import { prose, writeTree } from '../../../fixtures/fileTree.ts';
import { minedFolder } from '../../../fixtures/minedFolder.ts';

const folder = minedFolder();
const { mine, live, write, age } = folder;

const textOf = (file: string): string =>
  live()
    .filter((drawer) => drawer.sourceFile === file)
    .sort((a, b) => a.chunkIndex - b.chunkIndex)
    .map((drawer) => drawer.text)
    .join('');
const idsOf = (file: string): string[] =>
  folder.store
    .all()
    .filter((drawer) => drawer.sourceFile === file)
    .map((drawer) => drawer.id);
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
    const before = { revision: folder.store.revision, drawers: folder.store.all() };
    const files: FileAccess = { ...nodeFileAccess, read: () => Promise.reject(new Error('read')) };
    const report = await mine({ files });
    expect(report.sources).toMatchObject({ mined: 0, unchanged: 2, skipped: {} });
    expect(report.drawers).toEqual({ added: 0, kept: before.drawers.length, archived: 0 });
    expect({ revision: folder.store.revision, drawers: folder.store.all() }).toEqual(before);
  });

  it('notices a change that kept size and time, made right after mining', async () => {
    write('a.md', 'one\n');
    const time = new Date();
    utimesSync(path.join(folder.root, 'a.md'), time, time);
    await mine();
    write('a.md', 'two\n');
    utimesSync(path.join(folder.root, 'a.md'), time, time);
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
    expect(folder.store.all()).toHaveLength(live().length);
  });

  it('archives a changed drawer that somebody has used, instead of deleting it', async () => {
    write('a.md', 'The old text.\n');
    await mine();
    const [old] = live();
    await folder.store.write((transaction) =>
      transaction.recordAccess([{ rowid: old?.rowid ?? 0, sessionId: 's', kind: 'opened', at: isoTime(0) }]),
    );
    write('a.md', 'The new text.\n');
    const report = await mine();
    expect(report.drawers.archived).toBe(1);
    expect(folder.store.all().find((drawer) => drawer.id === old?.id)).toMatchObject({
      archived: true,
      archiveReason: 'source_changed',
      text: 'The old text.\n',
    });
    write('a.md', 'The old text.\n');
    await mine();
    expect(live()).toMatchObject([{ id: old?.id, accessCount: 1 }]);
  });

  /** A drawer whose file will change, and one that is taken for its summary. */
  const minedPair = async () => {
    write('a.md', 'The old text.\n');
    write('b.md', 'Stays.\n');
    await mine();
    const old = live().find(({ sourceFile }) => sourceFile === 'a.md');
    const summary = live().find(({ sourceFile }) => sourceFile === 'b.md')?.id ?? drawerId('');
    return { old, summary };
  };

  it.each([
    ['changed', 'source_changed', () => write('a.md', 'The new text.\n')],
    ['was deleted', 'source_removed', () => rmSync(path.join(folder.root, 'a.md'))],
  ])(
    'takes a drawer that is part of a summary out of its plan when its file %s, until its text returns',
    async (...[, reason, change]) => {
      const { old, summary } = await minedPair();
      await folder.store.write((transaction) =>
        transaction.updateDrawers([
          {
            rowid: old?.rowid ?? 0,
            archived: { at: isoTime(0), reason: 'consolidated' },
            consolidatedInto: summary,
          },
        ]),
      );
      const now = () => folder.store.all().find(({ id }) => id === old?.id);
      change();
      await mine();
      expect(now()).toMatchObject({ archived: true, archiveReason: reason, consolidatedInto: summary });
      write('a.md', 'The old text.\n');
      await mine();
      expect(now()).toMatchObject({ archived: true, archiveReason: 'consolidated', consolidatedInto: summary });
    },
  );

  it('brings a drawer back with its text that a person had taken out of its summary', async () => {
    const { old, summary } = await minedPair();
    await folder.store.write((transaction) =>
      transaction.updateDrawers([{ rowid: old?.rowid ?? 0, consolidatedInto: summary }]),
    );
    for (const text of ['The new text.\n', 'The old text.\n']) {
      write('a.md', text);
      await mine();
    }
    expect(textOf('a.md')).toBe('The old text.\n');
    expect(live().map(({ id }) => id)).toContain(old?.id);
  });

  it('keeps the drawers of a source that was lost with a part of the palace’s file', async () => {
    write('long.md', prose('long', 3000));
    await mine();
    const before = live();
    await folder.store.write((write) =>
      before.forEach(({ sourceId: id }) => id !== null && write.removeSource(id)),
    );
    expect((await mine()).drawers).toEqual({ added: 0, kept: before.length, archived: 0 });
    expect(live()).toEqual(before);
  });

  it('archives what was deleted and brings the same drawers back with the file', async () => {
    const text = prose('a', 3000);
    write('a.md', text);
    write('b.md', 'Stays.\n');
    age('a.md');
    await mine();
    const before = idsOf('a.md');
    rmSync(path.join(folder.root, 'a.md'));
    const report = await mine();
    expect(report.sources.archived).toBe(1);
    expect(report.drawers.archived).toBe(before.length);
    expect(folder.store.all().filter((drawer) => drawer.archived)).toHaveLength(before.length);
    expect(folder.store.all().find((drawer) => drawer.archived)?.archiveReason).toBe('source_removed');
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
    mkdirSync(path.join(folder.root, 'guide'));
    renameSync(path.join(folder.root, 'docs/old.md'), path.join(folder.root, 'guide/new.md'));
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

  it('counts and lists what it skips', async () => {
    writeTree(folder.root, {
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
    writeTree(folder.root, { 'a.txt': new Uint8Array([0, 1, 2]) });
    expect((await mine()).drawers.archived).toBe(1);
    expect((await mine()).drawers.archived).toBe(0);
    write('a.txt', 'Text.\n');
    await mine();
    expect(textOf('a.txt')).toBe('Text.\n');
    expect(folder.store.all()).toHaveLength(1);
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
      mine({}, { folders: [{ path: path.join(folder.root, 'absent'), name: 'absent' }] }),
    ).rejects.toMatchObject({ code: 'E_FOLDER_UNREADABLE', message: expect.stringContaining('absent') });
  });

  it('keeps what was committed when cancelled, archives nothing, and completes the next time', async () => {
    for (let number = 0; number < 60; number++) write(`file${number}.md`, prose(`file ${number}`, 2000));
    write('gone.md', 'Gone.\n');
    await mine({}, { exclude: ['file*'] });
    rmSync(path.join(folder.root, 'gone.md'));
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
    expect(folder.store.all().filter((drawer) => drawer.archived)).toHaveLength(1);
  });

  it('lets waiting writes share commits', async () => {
    for (let number = 0; number < 40; number++) write(`file${number}.md`, `File ${number}.\n`);
    await mine();
    expect(live()).toHaveLength(40);
    expect(folder.store.commits).toBeLessThan(40);
  });

  it('reports its progress, the last file included', async () => {
    for (let number = 0; number < 5; number++) write(`file${number}.md`, 'Text.\n');
    const seen: { stage: string; done: number; total: number | null }[] = [];
    await mine({ onProgress: ({ stage, done, total }) => void seen.push({ stage, done, total }) });
    expect(seen[0]?.stage).toBe('scanning');
    expect(seen.at(-1)).toEqual({ stage: 'mining', done: 5, total: 5 });
  });
});
