import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../../extension/palace/store/realFile/loadSqlite.ts';
import type { SqlDatabase } from '../../../../../extension/palace/store/realFile/sqlDatabase.ts';
import { sqliteWasm, temporaryFolder } from '../samplePalace.ts';

describe('a connection', () => {
  let place: ReturnType<typeof temporaryFolder>;
  let database: SqlDatabase;
  beforeEach(async () => {
    place = temporaryFolder();
    database = (await loadSqlite(sqliteWasm)).open({
      folder: place.folder,
      file: 'test.sqlite',
      fileSystem: nodeFileSystem,
    });
    database.run('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (x)');
  });
  afterEach(() => {
    database.abandon();
    place.remove();
  });

  it.each<[string, string | number | Uint8Array | null]>([
    ['text', 'Grüße, 世界 🏛️'],
    ['text with a zero inside', 'a\0b'],
    ['empty text', ''],
    ['a small number', -7],
    ['a number beyond 32 bits', 2 ** 40 + 1],
    ['the largest whole number', Number.MAX_SAFE_INTEGER],
    ['a fraction', 0.1],
    ['a negative number', -(2 ** 31) - 1],
    ['bytes', Uint8Array.of(0, 255, 1)],
    ['no bytes', new Uint8Array()],
    ['nothing', null],
  ])('gives back %s as it was given', (_name, value) => {
    database.statement('INSERT INTO t VALUES (?)').run(value);
    const read = database.statement('SELECT x FROM t').first((row) => {
      if (value === null) return row.textOrNull(0);
      return typeof value === 'string' ? row.text(0) : typeof value === 'number' ? row.number(0) : row.bytes(0);
    });
    expect(read).toEqual(value);
  });

  it('gives a column that repeats, and one that is only looked at, like every other', () => {
    const texts = ['a', 'a', 'a\0', 'Grüße', 'Grüße', '', null, '', 'Grüß', 'a'];
    const insert = database.statement('INSERT INTO t VALUES (?)');
    for (const text of texts) insert.run(text);
    const read = database.statement('SELECT x, CAST(x AS BLOB) FROM t ORDER BY rowid');
    for (let twice = 0; twice < 2; twice++)
      expect(read.all((row) => [row.repeatedText(0), Buffer.from(row.view(1)).toString()])).toEqual(
        texts.map((text) => [text, text ?? '']),
      );
  });

  it('binds megabytes, though its memory must grow for them', () => {
    const text = 'verbatim '.repeat(5_000_000);
    database.statement('INSERT INTO t VALUES (?)').run(text);
    expect(database.statement('SELECT x FROM t').first((row) => row.text(0))).toBe(text);
  });

  it('counts what a statement changed', () => {
    const insert = database.statement('INSERT INTO t SELECT value FROM json_each(?)');
    expect(insert.run('[1,2,3]')).toBe(3);
    expect(database.statement('DELETE FROM t WHERE x > 1').run()).toBe(2);
  });

  it('says what is wrong with a statement, and goes on', () => {
    expect(() => database.statement('SELECT * FROM nowhere')).toThrow(
      expect.objectContaining({ code: 'E_SQL', message: expect.stringContaining('nowhere') }),
    );
    expect(() => database.statement('INSERT INTO t VALUES (?, ?)').run(1, 2)).toThrow(
      expect.objectContaining({ code: 'E_SQL' }),
    );
    expect(database.statement('SELECT count(*) FROM t').first((row) => row.number(0))).toBe(0);
  });

  it('takes a value that is missing where the schema has one for damage', () => {
    database.statement('INSERT INTO t VALUES (?)').run(null);
    expect(() => database.statement('SELECT x FROM t').first((row) => row.text(0))).toThrow(
      expect.objectContaining({ code: 'E_PALACE_DAMAGED' }),
    );
  });

  it('can be used again after a callback threw in the middle of its rows', () => {
    database.statement('INSERT INTO t SELECT value FROM json_each(?)').run('[1,2,3]');
    const select = database.statement('SELECT x FROM t ORDER BY x');
    expect(() =>
      select.all(() => {
        throw new Error('enough');
      }),
    ).toThrow('enough');
    expect(select.all((row) => row.number(0))).toEqual([1, 2, 3]);
  });

  it('is closed once and for all', () => {
    database.close();
    database.close();
    expect(() => database.run('SELECT 1')).toThrow(
      expect.objectContaining({ message: expect.stringContaining('closed') }),
    );
    expect(nodeFileSystem.list(place.folder)).toEqual(['test.sqlite']);
  });
});
