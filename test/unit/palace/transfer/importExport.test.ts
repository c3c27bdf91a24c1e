import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recogniseImport } from '../../../../extension/palace/calls/recogniseImport.ts';
import { exportPalace } from '../../../../extension/palace/transfer/exportPalace.ts';
import { layouts, type Layout } from '../../../../extension/palace/transfer/record/exportFormat.ts';
import { importPalace } from '../../../../extension/palace/transfer/importPalace.ts';
import { mineWorkspace } from '../../../../extension/palace/mining/mineWorkspace.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { importLines } from '../../../../extension/palace/transfer/record/importLines.ts';
import { drawerId, sourceId } from '../../../../extension/palace/model/drawer/ids.ts';
import { writeTree } from '../../../fixtures/fileTree.ts';
import { emptyStore } from '../../../fixtures/palaces/exchangeStore.ts';
import { drawerRow, fileRows } from '../../../fixtures/palaces/smallPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../../fixtures/treeHash.ts';
import { unknownReasons } from '../../../fixtures/unknownReasons.ts';

const importing = {
  format: 'auto',
  isDryRun: false,
  sqliteWasm,
  clock: () => new Date('2026-05-01T00:00:00Z'),
} as const;

const exported = async (
  layout: Layout,
  texts: Readonly<Record<string, string>> = { one: 'First\r\nline\n', two: 'Second' },
): Promise<string> => {
  const store = await emptyStore();
  await fileRows(
    store,
    [{ name: 'a.md', kind: 'file' }],
    Object.entries(texts).map(([id, text]) => drawerRow({ id, text, sourceId: 'a.md' })),
  );
  const folder = path.join(temporaryFolder(), 'out');
  await exportPalace(store, folder, { layout, includeSensitive: true, includeArchived: true });
  return folder;
};
const markdownFile = (folder: string, id: string): string =>
  path.join(folder, 'drawers', 'harbor', 'docs', `${id}.md`);

describe.each(layouts)('importing an export in %s', (layout) => {
  it('continues where a cancelled import ended, and restores the same palace', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 350 }, (_, index) => [`d${String(index).padStart(3, '0')}`, `Text ${index}`]),
    );
    const folder = await exported(layout, texts);
    const store = await emptyStore();
    const abort = new AbortController();
    const listening = store.onCommit(({ inserted }) => {
      if (inserted.length > 0) abort.abort();
    });
    await expect(importPalace(store, folder, { ...importing, signal: abort.signal })).rejects.toMatchObject({
      code: 'E_CANCELLED',
    });
    listening.dispose();
    const { added, duplicates } = await importPalace(store, folder, importing);
    expect(duplicates).toBeGreaterThan(0);
    expect(added + duplicates).toBe(350);
    const again = path.join(temporaryFolder(), 'again');
    await exportPalace(store, again, { layout, includeSensitive: true, includeArchived: true });
    expect(treeHash(again)).toEqual(treeHash(folder));
  });

  it('keeps another workspace’s files apart, so that mining does not archive them', async () => {
    const store = await emptyStore();
    await fileRows(store, [{ name: 'b.md', kind: 'file' }], [drawerRow({ id: 'mine', sourceId: 'b.md' })]);
    expect(await importPalace(store, await exported(layout), importing)).toMatchObject({ added: 2 });
    expect(store.read.sources('file').map(({ path: file }) => file)).toEqual(['b.md']);
    expect(store.read.drawerById(drawerId('one'))).toMatchObject({ text: 'First\r\nline\n', sourceFile: 'a.md' });
    expect(store.read.sources('import').map(({ path: file }) => file)).toEqual(['a.md']);
  });

  it('lets the first mining go on where the exported palace was', async () => {
    const workspace = temporaryFolder();
    const mine = (store: PalaceStore): ReturnType<typeof mineWorkspace> =>
      mineWorkspace(
        store,
        { folders: [{ path: workspace, name: 'demo' }] },
        { clock: () => new Date(), palaceFolder: store.folder },
      );
    writeTree(workspace, { 'same.md': 'Same.\n', 'old.md': 'Renamed.\n', 'gone.md': 'Gone.\n' });
    for (const file of ['same.md', 'old.md', 'gone.md'])
      utimesSync(path.join(workspace, file), 1_700_000_000, 1_700_000_000);
    const before = await emptyStore();
    await mine(before);
    const folder = path.join(temporaryFolder(), 'out');
    await exportPalace(before, folder, { layout, includeSensitive: true, includeArchived: true });
    const store = await emptyStore();
    await importPalace(store, folder, importing);
    renameSync(path.join(workspace, 'old.md'), path.join(workspace, 'new.md'));
    rmSync(path.join(workspace, 'gone.md'));
    const { sources, drawers } = await mine(store);
    expect(sources).toMatchObject({ mined: 0, unchanged: 1, renamed: 1, archived: 1 });
    expect(drawers).toEqual({ added: 0, kept: 2, archived: 1 });
  });

  it('adds to a source only if it is the same here', async () => {
    const store = await emptyStore();
    await fileRows(
      store,
      [{ name: 'a.md', kind: 'file' }],
      [drawerRow({ id: 'one', text: 'First\r\nline\n', sourceId: 'a.md' })],
    );
    expect(await importPalace(store, await exported(layout), importing)).toMatchObject({
      added: 1,
      duplicates: 1,
    });
    expect(store.read.drawerById(drawerId('two'))?.sourceId).toBe(sourceId('a.md'));
  });

  it('leaves out a drawer whose ID belongs to another text here', async () => {
    const store = await emptyStore();
    await fileRows(store, [], [drawerRow({ id: 'one', text: 'Something else' })]);
    const report = await importPalace(store, await exported(layout), importing);
    expect(report).toMatchObject({ added: 1, skipped: { id_conflict: 1 } });
    expect(report.warnings.join()).toContain('one');
    expect(store.read.drawerById(drawerId('one'))?.text).toBe('Something else');
  });

  it('refuses an export of a later version, and writes nothing', async () => {
    const folder = await exported(layout);
    const manifest = path.join(folder, 'palace.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"version": 1', '"version": 2'));
    const store = await emptyStore();
    await expect(importPalace(store, folder, importing)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
      message: expect.stringContaining('later version'),
    });
    expect(store.read.counts().total).toBe(0);
  });

  it('recognises an export of a later version as one, also if its manifest has other fields', async () => {
    const folder = await exported(layout);
    expect(await recogniseImport(folder)).toEqual({ kind: layout });
    writeFileSync(path.join(folder, 'palace.json'), '{"format": "synapse-palace-export", "version": 2}');
    await expect(recogniseImport(folder)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
      message: expect.stringContaining('later version'),
    });
  });
});

describe('an export that was damaged or made up', () => {
  it('imports every good line and names each bad one with its number and reason', async () => {
    const folder = await exported('jsonl');
    const good = { id: 'good', text: 'Kept.', wing: 'w', room: 'r' };
    const lines: readonly [string, string][] = [
      ['{"id": "cut', 'not_json'],
      ['[]', 'invalid'],
      [JSON.stringify({ ...good, id: 7 }), 'invalid'],
      [JSON.stringify({ ...good, importance: 2 }), 'invalid'],
      [JSON.stringify({ ...good, filed_at: 'yesterday' }), 'invalid'],
      [JSON.stringify({ ...good, filed_at: '2026-02-30T10:00:00Z' }), 'invalid'],
      [JSON.stringify({ ...good, tags: 'a,b' }), 'invalid'],
      [JSON.stringify({ ...good, properties: { a: 1 } }), 'invalid'],
      [JSON.stringify({ ...good, text: '\ud83d' }), 'not_unicode'],
      [JSON.stringify({ ...good, text: '' }), 'no_text'],
      ['{"__proto__": {"id": "x"}, "id": "y"}', 'invalid'],
    ];
    appendFileSync(
      path.join(folder, 'drawers.jsonl'),
      Buffer.concat([
        Buffer.from(`${lines.map(([line]) => line).join('\n')}\n`),
        Buffer.from([0xff, 0xfe, 0x0a]),
        Buffer.from(`${JSON.stringify(good)}`),
      ]),
    );
    const store = await emptyStore();
    const report = await importPalace(store, folder, importing);
    expect(report).toMatchObject({
      added: 3,
      skipped: { invalid: 8, no_text: 1, not_json: 1, not_unicode: 1, undecodable: 1 },
    });
    expect(unknownReasons(report.warnings)).toEqual([]);
    lines.forEach((_, index) =>
      expect(
        report.warnings.filter((warning) => warning.includes(`drawers.jsonl, line ${index + 4}:`)),
      ).toHaveLength(1),
    );
    expect(store.read.drawerById(drawerId('good'))).toMatchObject({
      text: 'Kept.',
      tier: 'working',
      importance: 0.5,
      filedAt: '2026-05-01T00:00:00.000Z',
    });
  });

  it('brings no value that a palace counts as damage', async () => {
    const folder = await exported('jsonl');
    const addLine = (name: string, ...values: readonly object[]): void =>
      appendFileSync(path.join(folder, name), values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    const source = {
      id: 's',
      kind: 'file',
      path: 's.md',
      hash: 'x',
      size: 1,
      mtime: 1,
      normalize_version: 1,
      mined_at: '2026-01-01T00:00:00Z',
    };
    addLine(
      'sources.jsonl',
      { ...source, id: 's1', size: 1.5 },
      { ...source, id: 's2', mtime: 1e300 },
      { ...source, id: 's3', normalize_version: -1 },
      { ...source, id: 's4', mined_at: '+020000-01-01T00:00:00Z' },
    );
    addLine('drawers.jsonl', { id: 'tagged', text: 'Kept.', wing: 'w', room: 'r', tags: ['', 'kept'] });
    const pattern = { label: 'x', entry_ids: ['one'], occurrence_count: 2, resolved: false };
    addLine(
      'patterns.jsonl',
      { ...pattern, id: 'p1', first_seen: '1 January 2026 UTC', last_seen: '2026-03-01' },
      { ...pattern, id: 'p2', first_seen: '2026-01-01T01:00:00+02:00', last_seen: '2026-03-02T01:00:00+01:00' },
      { ...pattern, id: 'p3', first_seen: '+020000-01-01T00:00:00Z', last_seen: '2026-03-01' },
      { ...pattern, id: 'p4', first_seen: '2026-01-01', last_seen: '2026-02-30T00:00:00Z' },
    );
    addLine('pairs.jsonl', { a: 'one', b: 'two', count: 1, last_at: '1 January 2026 UTC' });
    const store = await emptyStore();
    expect(await importPalace(store, folder, importing)).toMatchObject({ added: 3, skipped: { invalid: 6 } });
    expect(store.read.tagsOf([drawerId('tagged')]).get(drawerId('tagged'))).toEqual(['kept']);
    expect(store.read.patternsAfter('', 9, true)).toMatchObject([
      { id: 'p1', first_seen: '2026-01-01T00:00:00.000Z', last_seen: '2026-03-01' },
      { id: 'p2', first_seen: '2025-12-31T23:00:00.000Z', last_seen: '2026-03-02T00:00:00.000Z' },
    ]);
    expect(store.read.pairsAfter(['', ''], 9)).toMatchObject([{ pair: { last_at: '2026-01-01T00:00:00.000Z' } }]);
    expect(await store.verify()).toMatchObject({ ok: true });
  });

  it('never holds an overlong line in memory', async () => {
    const file = path.join(temporaryFolder(), 'long.jsonl');
    writeFileSync(file, `${'x'.repeat(600_000)}\n{"a":1}\n\n${'y'.repeat(300_000)}`);
    const lines = [];
    for await (const line of importLines(file, 250_000)) lines.push(line);
    expect(lines).toEqual([
      { number: 1, problem: 'too_long' },
      { number: 2, text: '{"a":1}' },
      { number: 4, problem: 'too_long' },
    ]);
  });

  it('treats paths as data: none is followed, written to or read', async () => {
    const folder = await exported('markdown');
    const outside = temporaryFolder();
    writeFileSync(
      path.join(outside, 'secret.md'),
      readFileSync(markdownFile(folder, 'one'), 'utf8').replace('"one"', '"stolen"'),
    );
    symlinkSync(path.join(outside, 'secret.md'), path.join(folder, 'drawers', 'link.md'));
    symlinkSync(outside, path.join(folder, 'drawers', 'linked'));
    const file = markdownFile(folder, 'two');
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace(
          'source_file: "a.md"',
          `source_file: ${JSON.stringify(path.join(outside, '..', '..', 'etc', 'passwd'))}`,
        )
        .replace('wing: "harbor"', 'wing: "../../.."'),
    );
    const before = treeHash(outside);
    const store = await emptyStore();
    expect(await importPalace(store, folder, importing)).toMatchObject({ added: 2 });
    expect(store.read.drawerById(drawerId('stolen'))).toBeUndefined();
    expect(store.read.drawerById(drawerId('two'))).toMatchObject({ wing: '../../..' });
    // Leaving again, the wing's name stays inside the folder.
    const again = path.join(temporaryFolder(), 'in', 'out');
    await exportPalace(store, again, { layout: 'markdown', includeSensitive: true, includeArchived: true });
    expect(Object.keys(treeHash(path.dirname(again))).every((name) => name.startsWith('out/'))).toBe(true);
    expect(treeHash(outside)).toEqual(before);
  });

  it('recognises the drawers of a later version by the first line', async () => {
    const file = path.join(await exported('jsonl'), 'drawers.jsonl');
    renameSync(path.join(path.dirname(file), 'palace.json'), path.join(path.dirname(file), 'other.json'));
    expect(await recogniseImport(file)).toEqual({ kind: 'jsonl' });
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"synapse_palace_export":1', '"synapse_palace_export":2'),
    );
    await expect(recogniseImport(file)).rejects.toMatchObject({ code: 'E_IMPORT_FORMAT' });
  });

  it('reads an export whose files an editor has saved in UTF-16', async () => {
    const folder = await exported('jsonl', { one: 'Größe' });
    for (const name of ['drawers.jsonl', 'sources.jsonl']) {
      const file = path.join(folder, name);
      writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`, 'utf16le');
    }
    const store = await emptyStore();
    expect(await importPalace(store, folder, importing)).toMatchObject({ added: 1, skipped: {}, warnings: [] });
    expect(store.read.drawerById(drawerId('one'))?.text).toBe('Größe');
    const drawers = path.join(temporaryFolder(), 'drawers.jsonl');
    writeFileSync(drawers, '\ufeff{"text":"Größe","wing":"a","room":"b"}\r\n', 'utf16le');
    expect(await recogniseImport(drawers)).toEqual({ kind: 'drawers' });
  });

  it('recognises no form where a file’s beginning tells none, which may be a transcript', async () => {
    const folder = temporaryFolder();
    const talk = '{"type":"user","sessionId":"a","message":{"role":"user","content":"Why?"}}\n';
    const [unknown, ofClaude] = [{ kind: 'unknown' }, { kind: 'conversations', format: 'claude' }];
    for (const [name, text, found] of [
      ['notes.md', '# Pumps\n', unknown],
      ['notes.txt', 'Pumps.\n', unknown],
      ['drawers.jsonl.gz', '\u001f\u008b\u0008 packed', unknown],
      ['empty', '', unknown],
      ['session.jsonl', talk, ofClaude],
      ['.', '', ofClaude],
    ] as const) {
      const file = path.join(folder, name);
      if (name !== '.') writeFileSync(file, text);
      expect({ name, found: await recogniseImport(file) }).toEqual({ name, found });
    }
  });

  it('says that an export is incomplete if drawers are missing', async () => {
    const folder = await exported('jsonl');
    const file = path.join(folder, 'drawers.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n'));
    expect((await importPalace(await emptyStore(), folder, importing)).warnings.join()).toContain('incomplete');
    rmSync(path.join(folder, 'sources.jsonl'));
    const { warnings } = await importPalace(await emptyStore(), folder, importing);
    expect(warnings).toContain('The export is incomplete: sources.jsonl is not there.');
    expect(unknownReasons(warnings)).toEqual([]);
    const manifest = path.join(folder, 'palace.json');
    const whole = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, whole.slice(0, 50));
    expect((await importPalace(await emptyStore(), folder, importing)).warnings).toEqual([
      'The export may be incomplete: palace.json, which is written last, is damaged.',
    ]);
    writeFileSync(manifest, whole);
    rmSync(file);
    await expect(recogniseImport(folder)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
      message: `The export in ${folder} is incomplete: drawers.jsonl is not there.`,
    });
  });

  it.each(layouts)(
    'in %s without its drawers, or of which nobody knows the form, is no folder of conversations',
    async (layout) => {
      const folder = await exported(layout);
      const manifest = path.join(folder, 'palace.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').slice(0, 50));
      rmSync(path.join(folder, 'drawers.jsonl'), { force: true });
      await expect(recogniseImport(folder)).rejects.toMatchObject({
        code: 'E_IMPORT_FORMAT',
        message: `${manifest} is damaged, so the rest of the export can’t be read.`,
      });
    },
  );

  it('imports an edited text and says so; changed line endings are undone', async () => {
    const folder = await exported('markdown', {
      broken: 'a\nb',
      edited: 'Was this.',
      ended: 'No line break at its end',
      crlf: 'a\r\nb\r\n',
    });
    const change = (id: string, edit: (text: string) => string): void =>
      writeFileSync(markdownFile(folder, id), edit(readFileSync(markdownFile(folder, id), 'utf8')));
    change('broken', (text) => text.replaceAll('\n', '\r\n'));
    change('edited', (text) => text.replace('Was this.', 'Is that.'));
    change('ended', (text) => `\ufeff${text}\n`);
    change('crlf', (text) => text.replaceAll('\r\n', '\n'));
    const store = await emptyStore();
    const report = await importPalace(store, folder, importing);
    const textOf = (id: string): string | undefined => store.read.drawerById(drawerId(id))?.text;
    expect(['broken', 'edited', 'ended', 'crlf'].map(textOf)).toEqual([
      'a\nb',
      'Is that.',
      'No line break at its end',
      'a\r\nb\r\n',
    ]);
    expect(report.warnings).toEqual([expect.stringContaining('edited.md')]);
  });

  it('says that a folder without the file that is written last may be incomplete', async () => {
    const folder = await exported('jsonl');
    const warnings = async (target: string) =>
      (await importPalace(await emptyStore(), target, { ...importing, isDryRun: true })).warnings;
    expect(await warnings(folder)).toEqual([]);
    rmSync(path.join(folder, 'palace.json'));
    expect(await warnings(folder)).toEqual([
      'The export may be incomplete: palace.json, which is written last, is not there.',
    ]);
    expect(unknownReasons(await warnings(folder))).toEqual([]);
    expect(await warnings(path.join(folder, 'drawers.jsonl'))).toEqual([]);
  });

  it('accepts the folder, its manifest, its drawers only, or a moved file', async () => {
    const folder = await exported('jsonl');
    const format = async (target: string) =>
      (await importPalace(await emptyStore(), target, { ...importing, isDryRun: true })).format;
    expect(await format(folder)).toBe('jsonl');
    expect(await format(path.join(folder, 'palace.json'))).toBe('jsonl');
    expect(await format(path.join(folder, 'drawers.jsonl'))).toBe('jsonl');
    const moved = path.join(temporaryFolder(), 'mine.txt');
    renameSync(path.join(folder, 'drawers.jsonl'), moved);
    expect(await format(moved)).toBe('jsonl');
    const plain = path.join(temporaryFolder(), 'plain.jsonl');
    writeFileSync(plain, '{"text":"a","wing":"w","room":"r"}\n');
    expect(await format(plain)).toBe('drawers');
    const palace = path.join(temporaryFolder(), '.mempalace');
    mkdirSync(palace);
    cpSync('test/fixtures/mempalace/palace', path.join(palace, 'palace'), { recursive: true });
    expect(await format(palace)).toBe('mempalace');
  });
});
