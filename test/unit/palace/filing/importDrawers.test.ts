import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../../../extension/palace/model/drawer/drawer.ts';
import { importDrawers } from '../../../../extension/palace/filing/importDrawers.ts';
import { removeFolder, temporaryFolder } from '../../../fixtures/fileTree.ts';
import { memoryPalaceStore, type MemoryPalaceStore } from '../../../fixtures/palaces/memoryPalaceStore.ts';
import { unknownReasons } from '../../../fixtures/unknownReasons.ts';

let folder: string;
let store: MemoryPalaceStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = memoryPalaceStore();
});
afterEach(() => removeFolder(folder));

const now = new Date('2026-03-01T12:00:00Z');
const importText = (text: string | Uint8Array, signal?: AbortSignal) => {
  const file = path.join(folder, 'drawers.jsonl');
  writeFileSync(file, text);
  return importDrawers(store, file, { clock: () => now, ...(signal ? { signal } : {}) });
};
const importLines = (...lines: unknown[]) =>
  importText(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
const line = { text: 'A text.', wing: 'demo', room: 'notes' };

describe('importing drawers', () => {
  it('keeps ID, text, wing, room, speaker and order as given', async () => {
    await importLines({
      ...line,
      id: 'conv-26/D1:3',
      text: ' verbatim\r\n',
      source_file: 'conv-26/s.txt',
      filed_at: '2023-05-08T13:56:00',
      speaker: 'Ann',
      seq: 7,
    });
    expect(store.all()).toMatchObject([
      {
        id: 'conv-26/D1:3',
        text: ' verbatim\r\n',
        wing: 'demo',
        room: 'notes',
        sourceFile: 'conv-26/s.txt',
        type: 'conversation',
        speaker: 'Ann',
        chunkIndex: 7,
        filedAt: '2023-05-08T13:56:00.000Z',
        createdAt: now.toISOString(),
        contentHash: contentHash(' verbatim\r\n'),
      },
    ]);
  });

  it('takes a time without a zone for UTC and honours one with a zone', async () => {
    await importLines(
      { ...line, id: 'a', filed_at: '2023-05-08 13:56' },
      { ...line, id: 'b', filed_at: '2023-05-08T13:56:00+02:00' },
      { ...line, id: 'c', filed_at: '2023-05-08' },
      { ...line, id: 'd' },
    );
    expect(store.all().map((drawer) => drawer.filedAt)).toEqual([
      '2023-05-08T13:56:00.000Z',
      '2023-05-08T11:56:00.000Z',
      '2023-05-08T00:00:00.000Z',
      now.toISOString(),
    ]);
  });

  it('knows a transcript by its turns, and source code or notes with colons not', async () => {
    await importLines(
      { ...line, id: 'a', text: 'Ada: Did you berth her?\nGrace: She lies at quay two.\nAda: Good.' },
      { ...line, id: 'b', text: 'Summary: one\n\nA note of two lines\nand a third, without turns.' },
      { ...line, id: 'c', text: 'name: harbor\nversion: 1\nprivate: true' },
    );
    expect(store.all().map((drawer) => drawer.type)).toEqual(['conversation', 'file', 'file']);
  });

  it('tells commits, turns and files apart unless the line does', async () => {
    await importLines(
      { ...line, id: 'efa117ad49ce', source_file: 'git' },
      { ...line, id: 'x', speaker: 'Ann' },
      { ...line, id: 'y', source_file: 'a.md' },
      { ...line, id: 'z', type: 'decision', tier: 'longterm', importance: 0.9, pinned: true },
    );
    expect(store.all().map((drawer) => drawer.type)).toEqual(['git_commit', 'conversation', 'file', 'decision']);
    expect(store.all().at(-1)).toMatchObject({ tier: 'longterm', importance: 0.9, pinned: true });
  });

  it('adds nothing when the same file is imported again, with or without IDs', async () => {
    const lines = [{ ...line, id: 'a' }, line, line, { ...line, source_file: 'a.md' }];
    expect(await importLines(...lines)).toMatchObject({ added: 4, duplicates: 0, skipped: {} });
    const before = store.all();
    expect(await importLines(...lines)).toMatchObject({ added: 0, duplicates: 4 });
    expect(store.all()).toEqual(before);
  });

  it('makes a source of each file name of each wing', async () => {
    await importLines(
      { ...line, wing: 'one', source_file: 'git' },
      { ...line, wing: 'two', source_file: 'git' },
      { ...line, wing: 'one', source_file: 'git' },
    );
    expect(store.read.sources('import').map((source) => source.path)).toEqual(['git', 'two/git']);
    expect(store.all().map(({ sourceFile, chunkIndex }) => [sourceFile, chunkIndex])).toEqual([
      ['git', 0],
      ['two/git', 0],
      ['git', 1],
    ]);
  });

  it('leaves out a line with half a character in a name, which would be the name of another', async () => {
    const halved = ['\ud800', '\ud801'].flatMap((half) =>
      ['id', 'wing', 'room', 'speaker', 'source_file'].map((field) => ({ ...line, [field]: `x${half}` })),
    );
    const report = await importText(
      [{ ...line, id: 'first' }, ...halved, { ...line, id: 'last' }]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    expect(report).toMatchObject({ added: 2, skipped: { not_unicode: 10 } });
    expect(report.warnings.map(({ detail }) => detail.split(' ')[0]).slice(0, 5)).toEqual([
      '“id”',
      '“wing”',
      '“room”',
      '“speaker”',
      '“source_file”',
    ]);
    expect(store.all().map(({ id }) => id)).toEqual(['first', 'last']);
  });

  it('names every line that it leaves out, and imports the others', async () => {
    const report = await importText(
      Buffer.concat([
        Buffer.from(`${JSON.stringify(line)}\nnot json\n\n[1]\n${JSON.stringify({ ...line, text: '' })}\n`),
        Buffer.from([0x22, 0xff, 0x22, 10]),
        Buffer.from(
          `${JSON.stringify({ ...line, id: 'x', filed_at: 'yesterday' })}\n${JSON.stringify({ ...line, text: '\ud800' })}\n`,
        ),
        Buffer.from(
          `${JSON.stringify({ ...line, id: 'k', text: 'One.' })}\n${JSON.stringify({ ...line, id: 'k', text: 'Two.' })}\n`,
        ),
        Buffer.from(
          ['2026-02-30', '2026-04-31T00:00:00+02:00', '2024-02-29']
            .map((at) => JSON.stringify({ ...line, id: at, filed_at: at }))
            .join('\n'),
        ),
      ]),
    );
    expect(report).toMatchObject({
      added: 3,
      duplicates: 0,
      skipped: { not_json: 1, invalid: 2, undecodable: 1, invalid_time: 3, not_unicode: 1, id_conflict: 1 },
    });
    expect(report.warnings.map((warning) => [warning.line, warning.reason])).toEqual([
      [2, 'not_json'],
      [4, 'invalid'],
      [5, 'invalid'],
      [6, 'undecodable'],
      [7, 'invalid_time'],
      [8, 'not_unicode'],
      [10, 'id_conflict'],
      [11, 'invalid_time'],
      [12, 'invalid_time'],
    ]);
    expect(unknownReasons(report.warnings.map(({ line, detail }) => `line ${line}: ${detail}`))).toEqual([]);
  });

  it('imports files of many batches with lines across the chunks of the stream', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => ({
      ...line,
      id: `d${index}`,
      text: `${index} ${'é\u{1F44D}'.repeat(index % 97)}`,
    }));
    expect((await importLines(...lines)).added).toBe(1200);
    expect(store.all().map((drawer) => drawer.text)).toEqual(lines.map(({ text }) => text));
  });

  it('says which file can not be read', async () => {
    await expect(
      importDrawers(store, path.join(folder, 'absent.jsonl'), { clock: () => now }),
    ).rejects.toMatchObject({ code: 'E_IMPORT_FORMAT', message: expect.stringContaining('absent.jsonl') });
  });

  it('keeps what was committed when cancelled, and adds the rest the next time', async () => {
    const abort = new AbortController();
    const lines = Array.from({ length: 700 }, (_, index) =>
      JSON.stringify({ ...line, text: `Text ${index}` }),
    ).join('\n');
    store.onCommit(() => abort.abort());
    await expect(importText(lines, abort.signal)).rejects.toMatchObject({ code: 'E_CANCELLED' });
    const committed = store.all().length;
    expect(committed).toBeGreaterThan(0);
    expect(await importText(lines)).toMatchObject({ added: 700 - committed, duplicates: committed });
  });
});
