import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { openDatabase } from '../../../extension/palace/store/openDatabase.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** A palace's file that somebody else has made or changed: what it would run by itself is never run. */

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const run = async (folder: string, sql: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const database = openDatabase(
    { folder, sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem },
    { readOnly: false },
  );
  database.run(sql);
  database.close();
};
const cliOf = (folder: string) => {
  const workshop = temporaryFolder();
  return (...words: string[]) => runCli(folder, workshop, ...words);
};

describe('a manipulated palace file', () => {
  it.each([
    [
      'the tables are endless views',
      `CREATE VIEW meta AS ${endless} SELECT 'schema_version' AS key, i AS value FROM n`,
    ],
    [
      'a table is a view of another',
      `CREATE TABLE meta (key TEXT, value TEXT); CREATE VIEW drawers AS ${endless} SELECT i AS rowid FROM n`,
    ],
  ])('where %s is refused at once', async (_, sql) => {
    const folder = path.join(temporaryFolder(), 'palace');
    await run(folder, sql);
    const cli = cliOf(folder);
    for (const words of [['search', 'crane'], ['list'], ['save', 'A note.'], ['verify']]) {
      const { code, stderr, stdout } = cli(...words);
      expect([words, code]).toEqual([words, 1]);
      expect(stderr + stdout).toContain('which no palace has');
    }
    expect(cli('repair')).toMatchObject({ code: 1 });
  });

  it('with an added trigger refuses to be written, and a repair drops the trigger', async () => {
    const folder = path.join(temporaryFolder(), 'palace');
    const cli = cliOf(folder);
    expect(cli('save', 'The crane is inspected in March.', '--sensitive').code).toBe(0);
    await run(
      folder,
      'CREATE TRIGGER unmask AFTER INSERT ON drawers BEGIN UPDATE drawers SET sensitive = 0; END; CREATE TRIGGER wipe BEFORE DELETE ON vectors BEGIN DELETE FROM drawers; END',
    );
    const refused = cli('save', 'Another.', '--sensitive');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('trigger "unmask"');
    expect(cli('verify').stdout).toContain('trigger "unmask"');
    expect(cli('repair').stdout).toContain('Repaired: 1 drawer');
    expect(cli('save', 'Another.', '--sensitive').code).toBe(0);
    const { drawers } = JSON.parse(cli('list', '--json').stdout) as { drawers: readonly { sensitive: boolean }[] };
    expect(drawers.map(({ sensitive }) => sensitive)).toEqual([true, true]);
  });

  it('with a wrong schema version is not destroyed by migrating it, and can be repaired', async () => {
    const folder = path.join(temporaryFolder(), 'palace');
    const cli = cliOf(folder);
    expect(cli('save', 'The crane is inspected in March.').code).toBe(0);
    await run(folder, "UPDATE meta SET value = '1' WHERE key = 'schema_version'");
    expect(cli('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining('not those of schema 1') });
    expect(cli('repair').stdout).toContain('Repaired: 1 drawer');
    expect(cli('search', 'crane').stdout).toContain('The crane is inspected in March.');
  });
});
