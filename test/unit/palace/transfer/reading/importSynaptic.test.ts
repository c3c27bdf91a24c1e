import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importPalace } from '../../../../../extension/palace/transfer/importPalace.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { emptyStore } from '../../../../fixtures/palaces/exchangeStore.ts';
import {
  addEntry,
  createSynapticTables,
  withDatabase,
  type SynapticRow,
} from '../../../../fixtures/synapticDatabase.ts';
import { sqliteWasm, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash, treeStamps } from '../../../../fixtures/treeHash.ts';
import { unknownReasons } from '../../../../fixtures/unknownReasons.ts';

const now = '2026-12-01T12:00:00.000Z';
const options = { format: 'auto', isDryRun: false, sqliteWasm, clock: () => new Date(now) } as const;
const local = (text: string): string => new Date(text).toISOString();

const synaptic = async (...rows: readonly SynapticRow[]): Promise<string> => {
  const folder = temporaryFolder();
  await withDatabase(folder, 'context.db', (database) => {
    createSynapticTables(database);
    for (const row of rows) addEntry(database, row);
  });
  return folder;
};

describe('importing the database of Synaptic', () => {
  it('keeps ID, text, tags, tier, pin, use and known times', async () => {
    const folder = await synaptic({
      id: 'mw1',
      content: 'Frame: 0x02 „灯台“ 🗼\r\n',
      type: 'reference',
      tags: 'fog, tag with space, ünï',
      tier: 'longterm',
      pinned: 1,
      access_count: 3,
      date: '2026-03-04',
      time: '23:10',
      last_accessed: '2026-03-06',
      project: 'harbor-lights',
      agent_id: 'reviewer-2',
      session_id: '762f',
    });
    const store = await emptyStore();
    expect(await importPalace(store, folder, options)).toMatchObject({
      format: 'synaptic',
      added: 1,
      skipped: {},
    });
    expect(store.read.drawerById(drawerId('mw1'))).toMatchObject({
      text: 'Frame: 0x02 „灯台“ 🗼\r\n',
      type: 'reference',
      wing: 'harbor-lights',
      room: 'notes',
      tier: 'longterm',
      pinned: true,
      accessCount: 3,
      filedAt: local('2026-03-04T23:10'),
      lastAccessed: local('2026-03-06T00:00'),
      archived: false,
      sourceFile: '/home/dev/.claude-context/context/2026-03-06.md',
    });
    expect(store.read.tagsOf([drawerId('mw1')]).get(drawerId('mw1'))).toEqual(['fog', 'tag with space', 'ünï']);
    expect(store.read.propertiesOf(drawerId('mw1'))).toEqual({
      'synaptic:project': 'harbor-lights',
      'synaptic:agent_id': 'reviewer-2',
      'synaptic:session_id': '762f',
      'synaptic:last_accessed': '2026-03-06',
    });
  });

  it('sets a last access on the day of filing to the time of filing, not before it', async () => {
    const store = await emptyStore();
    await importPalace(
      store,
      await synaptic({
        id: 'a',
        content: 'x',
        date: '2026-03-06',
        time: '23:10',
        last_accessed: '2026-03-06',
        access_count: 1,
      }),
      options,
    );
    expect(store.read.drawerById(drawerId('a'))?.lastAccessed).toBe(local('2026-03-06T23:10'));
  });

  it('maps rules, checkpoints and unknown types, and keeps their names', async () => {
    const store = await emptyStore();
    await importPalace(
      store,
      await synaptic(
        {
          id: 'r',
          content: 'Never store local time.',
          type: 'rule',
          label: 'utc-only',
          source_file: 'rule',
          tier: 'working',
        },
        { id: 'c', content: 'All green.', type: 'checkpoint' },
        { id: 'n', content: 'New.', type: 'prophecy' },
        {
          id: 'g',
          content: '[main] Spread seeds',
          type: 'git_commit',
          tags: 'sha:d418415b2722, main',
          tier: 'ephemeral',
        },
      ),
      options,
    );
    const drawer = (id: string) => store.read.drawerById(drawerId(id));
    expect(drawer('r')).toMatchObject({
      type: 'decision',
      tier: 'longterm',
      pinned: true,
      room: 'rules',
      sourceFile: null,
    });
    expect(store.read.propertiesOf(drawerId('r'))).toMatchObject({
      'synaptic:type': 'rule',
      'synaptic:label': 'utc-only',
    });
    expect([drawer('c')?.type, store.read.propertiesOf(drawerId('c'))['synaptic:type']]).toEqual([
      'progress',
      'checkpoint',
    ]);
    expect([drawer('n')?.type, store.read.propertiesOf(drawerId('n'))['synaptic:type']]).toEqual([
      'reference',
      'prophecy',
    ]);
    expect(drawer('g')).toMatchObject({ type: 'git_commit', room: 'git', tier: 'ephemeral' });
    expect(store.read.drawerIdsTagged('sha:d418415b2722')).toEqual(['g']);
  });

  it('marks an entry with a secret as sensitive, with the secret’s place', async () => {
    const store = await emptyStore();
    const token = ['ghp', 'a9Kd03LmQx7Zt5Vb2Nc8Rf4Gh6Jw1Ys0Pe3U'].join('_');
    await importPalace(
      store,
      await synaptic({ id: 'a', content: `The token is ${token}` }, { id: 'b', content: 'Nothing to hide.' }),
      options,
    );
    expect(store.read.drawerById(drawerId('a'))?.sensitive).toBe(true);
    expect(store.read.findingsOf(drawerId('a'))).toMatchObject([{ start: 13, end: 13 + token.length }]);
    expect(store.read.drawerById(drawerId('b'))?.sensitive).toBe(false);
  });

  it('counts and names entries and recurring issues without an ID, and reads every row', async () => {
    const folder = await synaptic({ id: '', content: 'Of no name.' }, { id: 'b', content: '' });
    await withDatabase(folder, 'context.db', (database) =>
      database.run(`
      INSERT INTO entries (rowid, id, date, time, type, tags, content, source_file)
        VALUES (-7, 'below', '2026-03-01', '08:00', 'insight', '', 'Below.', '');
      INSERT INTO patterns VALUES ('', 'Timeout', '["b"]', 3, '2026-03-01', '2026-03-04', 1);
      INSERT INTO patterns VALUES (NULL, 'Timeout', '["b"]', 3, '2026-03-01', '2026-03-04', 1);
    `),
    );
    const store = await emptyStore();
    const report = await importPalace(store, folder, options);
    expect(report).toMatchObject({ added: 1, skipped: { invalid: 3, no_text: 1 } });
    expect(unknownReasons(report.warnings)).toEqual([]);
    expect(report.warnings.join('\n')).toContain('entry 1 has no ID');
    expect(report.warnings.join('\n')).toContain('2 recurring issues have no ID');
    expect(store.read.drawerById(drawerId('below'))?.text).toBe('Below.');
  });

  it('keeps archived entries archived, and recurring issues; counts pairs of files', async () => {
    const folder = await synaptic(
      { id: 'a', content: 'Old note.', archived: 1 },
      { id: 'b', content: 'Timeout.', type: 'issue' },
      { id: 'c', content: 'Of no day.', date: '2026-02-31', last_accessed: '2026-02-31' },
    );
    await withDatabase(folder, 'context.db', (database) =>
      database.run(`
      INSERT INTO patterns VALUES ('p1', 'Timeout', '["b","a"]', 3, '2026-03-01', '2026-03-04', 1);
      INSERT INTO patterns VALUES ('p2', 'Nonsense', '{"b":', 3, 'yesterday', '2026-03-04', 1);
      INSERT INTO patterns VALUES ('p3', 'No day', '["b"]', 3, '2026-01-31', '2026-02-31', 1);
      INSERT INTO file_pairs VALUES ('h', 'a.ts', 'b.ts', 1, '2026-03-01'), ('h', 'a.ts', 'c.ts', 1, '2026-03-01');
    `),
    );
    const store = await emptyStore();
    const report = await importPalace(store, folder, options);
    expect(report).toMatchObject({ added: 3, skipped: { file_pairs: 2, invalid: 2 } });
    expect(unknownReasons(report.warnings)).toEqual([]);
    expect(report.warnings.join('\n')).toContain('pattern p2');
    expect(report.warnings.join('\n')).toContain('pattern p3');
    expect(report.warnings.join('\n')).toMatch(/^c: its time “2026-02-31 .*” can't be read/m);
    expect(store.read.drawerById(drawerId('c'))).toMatchObject({ filedAt: now, lastAccessed: null });
    expect(store.read.drawerById(drawerId('a'))).toMatchObject({
      archived: true,
      archivedAt: now,
      archiveReason: 'imported_archived',
    });
    expect(store.read.patternsAfter('', 10, true)).toEqual([
      {
        id: 'p1',
        label: 'Timeout',
        entry_ids: ['b', 'a'],
        occurrence_count: 3,
        first_seen: local('2026-03-01T00:00'),
        last_seen: local('2026-03-04T00:00'),
        resolved: true,
      },
    ]);
    expect(await importPalace(store, folder, options)).toMatchObject({ added: 0, duplicates: 3 });
    expect(store.read.patternsAfter('', 10, true)).toHaveLength(1);
  });

  it('also reads entries that are only in the write-ahead log, without changing any file', async () => {
    const folder = await synaptic({ id: 'merged', content: 'In the file.' });
    await withDatabase(
      folder,
      'context.db',
      (database) => {
        database.run('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
        addEntry(database, { id: 'logged', content: 'In the log alone.' });
      },
      'abandon',
    );
    writeFileSync(path.join(folder, 'context.db-shm'), 'an index of the log');
    const before = [treeHash(folder), treeStamps(folder)];
    const store = await emptyStore();
    expect(await importPalace(store, folder, options)).toMatchObject({ added: 2 });
    expect(store.read.drawerById(drawerId('logged'))?.text).toBe('In the log alone.');
    expect([treeHash(folder), treeStamps(folder)]).toEqual(before);
    // Without its log the same file lacks that entry: it did come from there.
    rmSync(path.join(folder, 'context.db-wal'));
    expect(await importPalace(await emptyStore(), folder, options)).toMatchObject({ added: 1 });
  });

  it('removes its temporary copy, whether the import succeeds or not', async () => {
    const folder = await synaptic({ id: 'a', content: 'x' });
    const store = await emptyStore();
    await importPalace(store, folder, options);
    expect(readdirSync(store.folder)).not.toContain('import-copy');
    const file = path.join(folder, 'context.db');
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await expect(importPalace(store, folder, options)).rejects.toMatchObject({ code: 'E_IMPORT_FORMAT' });
    expect(readdirSync(store.folder)).not.toContain('import-copy');
  });

  it('reads versions that lack columns, and refuses other databases by name', async () => {
    const folder = temporaryFolder();
    await withDatabase(folder, 'context.db', (database) =>
      database.run(
        "CREATE TABLE entries (id TEXT PRIMARY KEY, date TEXT, time TEXT, type TEXT, content TEXT); INSERT INTO entries VALUES ('a', '2026-03-06', '10:00', 'issue', 'Old form.')",
      ),
    );
    const store = await emptyStore();
    expect(await importPalace(store, folder, options)).toMatchObject({ added: 1 });
    expect(store.read.drawerById(drawerId('a'))).toMatchObject({
      type: 'issue',
      tier: 'working',
      wing: 'synaptic',
      sourceFile: null,
    });

    const other = temporaryFolder();
    await withDatabase(other, 'context.db', (database) => database.run('CREATE TABLE customers (id TEXT)'));
    await expect(importPalace(store, other, options)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
      message: expect.stringContaining('no table of entries'),
    });
  });

  it('does not run a view that poses as the table of entries', async () => {
    const folder = temporaryFolder();
    await withDatabase(folder, 'context.db', (database) =>
      database.run(
        'CREATE VIEW entries AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS content FROM n',
      ),
    );
    await expect(importPalace(await emptyStore(), folder, options)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
    });
  });

  it('says so if a file is missing, is not a database, or is empty', async () => {
    const store = await emptyStore();
    const folder = temporaryFolder();
    await expect(importPalace(store, path.join(folder, 'none'), options)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
    });
    await expect(importPalace(store, folder, options)).rejects.toMatchObject({ code: 'E_IMPORT_FORMAT' });
    writeFileSync(path.join(folder, 'context.db'), 'not a database');
    await expect(importPalace(store, folder, options)).rejects.toMatchObject({
      code: 'E_IMPORT_FORMAT',
      message: expect.stringContaining('not an SQLite database'),
    });
    expect(existsSync(path.join(store.folder, 'import-copy'))).toBe(false);
  });

  it('stops when it is cancelled', async () => {
    const folder = await synaptic(
      ...Array.from({ length: 300 }, (_, index) => ({ id: `e${index}`, content: `Text ${index}` })),
    );
    const store = await emptyStore();
    const abort = new AbortController();
    store.onCommit(() => abort.abort());
    await expect(importPalace(store, folder, { ...options, signal: abort.signal })).rejects.toMatchObject({
      code: 'E_CANCELLED',
    });
    const { total } = store.read.counts();
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(300);
    expect(await importPalace(store, folder, options)).toMatchObject({ added: 300 - total, duplicates: total });
  });
});
