import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import * as filesystem from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportPalace } from '../../../../extension/palace/transfer/exportPalace.ts';
import { layouts } from '../../../../extension/palace/transfer/record/exportFormat.ts';
import { importPalace } from '../../../../extension/palace/transfer/importPalace.ts';
import { drawerId, isoTime, sourceId } from '../../../../extension/palace/model/drawer/ids.ts';
import { contentHash } from '../../../../extension/palace/model/drawer/drawer.ts';
import { emptyStore } from '../../../fixtures/palaces/exchangeStore.ts';
import { drawerRow, fileRows } from '../../../fixtures/palaces/smallPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../../fixtures/treeHash.ts';

const whole = { includeSensitive: false, includeArchived: true } as const;
const importing = {
  format: 'auto',
  isDryRun: false,
  sqliteWasm,
  clock: () => new Date('2026-05-01T00:00:00Z'),
} as const;

const harbour = async () => {
  const store = await emptyStore();
  await fileRows(
    store,
    [
      { name: 'a.md', kind: 'file' },
      { name: '.env', kind: 'file' },
      { name: 'mixed.md', kind: 'file' },
      { name: 'empty.md', kind: 'file' },
    ],
    [
      drawerRow({ id: 'one', sourceId: 'a.md' }),
      drawerRow({ id: 'secret', sourceId: '.env', text: 'PASSWORD=tide-table-9', sensitive: true }),
      drawerRow({ id: 'open', sourceId: 'mixed.md' }),
      drawerRow({ id: 'shut', sourceId: 'mixed.md', text: 'key=tide-table-9', sensitive: true }),
      drawerRow({ id: 'old', text: 'Long ago.' }),
    ],
  );
  await store.write((write) => {
    const rowid = write.read.drawerById(drawerId('old'))?.rowid ?? -1;
    write.updateDrawers([{ rowid, archived: { at: isoTime(importing.clock()), reason: 'stale' } }]);
    write.putPatterns([
      {
        id: 'p',
        label: 'tide-table-9 again',
        entry_ids: ['secret'],
        occurrence_count: 3,
        first_seen: '2026-01-01',
        last_seen: '2026-01-02',
        resolved: false,
      },
    ]);
    write.putPairs([
      { a: 'one', b: 'secret', count: 2, last_at: '2026-01-01T00:00:00.000Z' },
      { a: 'old', b: 'one', count: 1, last_at: '2026-01-01T00:00:00.000Z' },
    ]);
  });
  return store;
};
const textOf = (folder: string): string =>
  Object.keys(treeHash(folder))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');

describe.each(layouts)('exporting a palace as %s', (layout) => {
  it('gives the same bytes each time, without a time of export', async () => {
    const store = await harbour();
    const root = temporaryFolder();
    await exportPalace(store, path.join(root, 'first'), { layout, ...whole });
    await exportPalace(store, path.join(root, 'second'), { layout, ...whole });
    expect(treeHash(path.join(root, 'second'))).toEqual(treeHash(path.join(root, 'first')));
  });

  it('leaves out sensitive drawers with everything that mentions them, and says how many', async () => {
    const folder = path.join(temporaryFolder(), 'out');
    const report = await exportPalace(await harbour(), folder, { layout, ...whole });
    expect(report).toMatchObject({ drawers: 3, skipped_sensitive: 2 });
    expect(report.files).toBe(Object.keys(treeHash(folder)).length);
    const text = textOf(folder);
    expect(text).not.toContain('tide-table-9');
    expect(text).not.toContain('.env');
    expect(text).not.toContain('secret');
  });

  it('makes mining read a source again whose sensitive drawers were left out', async () => {
    const folder = path.join(temporaryFolder(), 'out');
    await exportPalace(await harbour(), folder, { layout, ...whole });
    const store = await emptyStore();
    await importPalace(store, folder, importing);
    expect(store.read.sourceById(sourceId('mixed.md'))).toMatchObject({
      size: 0,
      mtimeMs: 0,
      hash: contentHash(''),
    });
    expect(store.read.sourceById(sourceId('a.md'))).toMatchObject({
      size: 4,
      mtimeMs: 1.5,
      hash: contentHash('a.md'),
    });
    expect(store.read.sourceById(sourceId('empty.md'))).toBeDefined();
    expect(store.read.sourceById(sourceId('.env'))).toBeUndefined();
  });

  it('holds sensitive drawers on request, and archived ones unless told otherwise', async () => {
    const root = temporaryFolder();
    const store = await harbour();
    expect(
      await exportPalace(store, path.join(root, 'all'), { layout, includeSensitive: true, includeArchived: true }),
    ).toMatchObject({ drawers: 5, skipped_sensitive: 0 });
    expect(
      await exportPalace(store, path.join(root, 'live'), {
        layout,
        includeSensitive: true,
        includeArchived: false,
      }),
    ).toMatchObject({ drawers: 4 });
    expect(textOf(path.join(root, 'all'))).toContain('Long ago.');
    expect(textOf(path.join(root, 'live'))).not.toMatch(/Long ago|"old"/);
  });

  it('never writes into a folder that holds anything else, or into the palace', async () => {
    const store = await harbour();
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'letter.txt'), 'mine');
    await expect(exportPalace(store, folder, { layout, ...whole })).rejects.toMatchObject({
      code: 'E_EXPORT_FOLDER',
      message: expect.stringContaining('letter.txt'),
    });
    const named = temporaryFolder();
    mkdirSync(path.join(named, 'drawers'));
    await expect(exportPalace(store, named, { layout, ...whole })).rejects.toMatchObject({
      code: 'E_EXPORT_FOLDER',
    });
    await expect(exportPalace(store, path.join(folder, 'letter.txt'), { layout, ...whole })).rejects.toMatchObject(
      { code: 'E_EXPORT_FOLDER' },
    );
    await expect(exportPalace(store, path.join(store.folder, 'out'), { layout, ...whole })).rejects.toMatchObject({
      code: 'E_EXPORT_FOLDER',
    });
    expect(readdirSync(folder)).toEqual(['letter.txt']);
    expect(readdirSync(named)).toEqual(['drawers']);
    expect(existsSync(path.join(store.folder, 'out'))).toBe(false);
  });

  it('says so if no folder can be at the path', async () => {
    const store = await harbour();
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'letter.txt'), 'mine');
    symlinkSync(path.join(folder, 'drive'), path.join(folder, 'away'));
    for (const place of ['away', 'away/in/it', 'letter.txt/in/it'])
      await expect(exportPalace(store, path.join(folder, place), { layout, ...whole })).rejects.toMatchObject({
        code: 'E_EXPORT_FOLDER',
        remedy: expect.stringContaining('connect the drive'),
      });
    expect(readdirSync(folder).sort()).toEqual(['away', 'letter.txt']);
  });

  it('says so where the system makes no folder, as below /proc, in which Node’s recursive mkdir never ends', async () => {
    const store = await harbour();
    const proc = path.join(temporaryFolder(), 'proc');
    mkdirSync(proc);
    const disk = new Proxy(filesystem, {
      get: (target, name, receiver): unknown =>
        name !== 'mkdir'
          ? Reflect.get(target, name, receiver)
          : async (folder: string, given: { readonly recursive?: boolean }) => {
              if (!folder.startsWith(proc + path.sep)) return filesystem.mkdir(folder, given);
              if (given.recursive === true) throw new Error('This would never end.');
              throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
            },
    });
    for (const place of ['x', 'x/in/it'])
      await expect(exportPalace(store, path.join(proc, place), { layout, ...whole, disk })).rejects.toMatchObject({
        code: 'E_EXPORT_FOLDER',
        message: expect.stringContaining('the system allows no folders there'),
      });
    expect(readdirSync(proc)).toEqual([]);
  });

  it('replaces an earlier export as a whole and leaves what begins with a dot', async () => {
    const store = await harbour();
    const folder = path.join(temporaryFolder(), 'out');
    await exportPalace(store, folder, {
      layout: layout === 'jsonl' ? 'markdown' : 'jsonl',
      includeSensitive: true,
      includeArchived: true,
    });
    mkdirSync(path.join(folder, '.git'));
    writeFileSync(path.join(folder, '.git', 'HEAD'), 'ref');
    await exportPalace(store, folder, { layout, ...whole });
    const fresh = path.join(temporaryFolder(), 'out');
    await exportPalace(store, fresh, { layout, ...whole });
    expect(treeHash(folder)).toEqual({ ...treeHash(fresh), '.git/HEAD': expect.any(String) });
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const folder = path.join(temporaryFolder(), 'deep', 'out');
    const abort = new AbortController();
    await expect(
      exportPalace(await harbour(), folder, {
        layout,
        ...whole,
        signal: abort.signal,
        onProgress: () => abort.abort(),
      }),
    ).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(existsSync(path.dirname(folder))).toBe(false);
  });
});

describe('the form of an export', () => {
  it('a line of JSONL has all fields that other programs expect of a plain drawer', async () => {
    const folder = path.join(temporaryFolder(), 'out');
    await exportPalace(await harbour(), folder, { layout: 'jsonl', ...whole });
    const [header = '', ...lines] = readFileSync(path.join(folder, 'drawers.jsonl'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(header)).toEqual({ synapse_palace_export: 1, records: 'drawers' });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { id: 'old', archived: { reason: 'stale' } },
      {
        id: 'one',
        text: 'The text of one.',
        wing: 'harbor',
        room: 'docs',
        source_file: 'a.md',
        source: { id: 'a.md', kind: 'file' },
      },
      { id: 'open' },
    ]);
    const { added, skipped } = await importPalace(await emptyStore(), path.join(folder, 'drawers.jsonl'), {
      ...importing,
      format: 'drawers',
    });
    expect({ added, skipped }).toEqual({ added: 3, skipped: {} });
  });

  it('a Markdown file has the fields first and then the exact text', async () => {
    const folder = path.join(temporaryFolder(), 'out');
    await exportPalace(await harbour(), folder, { layout: 'markdown', ...whole });
    const file = readFileSync(path.join(folder, 'drawers', 'harbor', 'docs', 'one.md'), 'utf8');
    expect(file).toMatch(
      /^---\nid: "one"\nwing: "harbor"\nroom: "docs"\ntype: "file"\nsource_file: "a.md"\n(?:[a-z_]+: .+\n)+---\nThe text of one\.$/,
    );
  });
});
