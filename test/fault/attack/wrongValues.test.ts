// In one file: every test plants a value in a copy of the same palace and asks the same questions of it.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import type { SqlDatabase, SqlValue } from '../../../extension/palace/store/realFile/sqlDatabase.ts';
import { openDatabase } from '../../../extension/palace/store/openDatabase.ts';
import { repairPalace } from '../../../extension/palace/store/repair/repairPalace.ts';
import { tableShapes } from '../../../extension/palace/store/rows/tableShape.ts';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { openPalace, sqliteWasm, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { randomFrom, seed, size } from '../../fixtures/testSize.ts';

/**
 * Any wrong value in any column of any table: the palace opens, answers, names what is wrong, and a repair mends it. Never is a
 * text changed, and no other drawer lost.
 */

const tries = size('SYNAPSE_WRONG_VALUES', 12, 5_000);
const random = randomFrom(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const wrong: readonly SqlValue[] = [
  null,
  '',
  'garbage',
  '0',
  '7',
  'now',
  '2026-02-30T00:00:00.000Z',
  '{}',
  '[1]',
  '{"plan":5}',
  -1,
  3,
  0.5,
  1e300,
  2 ** 53,
  new Uint8Array([1, 2, 3, 4, 5]),
  new Uint8Array(0),
  'x'.repeat(100_000),
];

const at = "'2026-02-01T00:00:00.000Z'";
/** A row at least for each table that filing, searching and saving left empty. */
const more = `
  INSERT OR IGNORE INTO tags SELECT id, 'harbour' FROM drawers LIMIT 3;
  INSERT OR IGNORE INTO drawer_properties SELECT id, 'author', 'Ann' FROM drawers LIMIT 3;
  INSERT OR IGNORE INTO secret_findings SELECT id, 'github_token', 1, 3 FROM drawers LIMIT 2;
  INSERT OR IGNORE INTO access_log SELECT id, 'session', 'opened', ${at} FROM drawers LIMIT 4;
  INSERT OR IGNORE INTO ltp (drawer_id, accesses_in_window, ltp_score, scanned_at, window_days, expires_at) SELECT id, 1, 0.2, ${at}, 30.0, '9999' FROM drawers LIMIT 2;
  INSERT OR IGNORE INTO co_access SELECT min(id), max(id), 2, ${at} FROM drawers;
  INSERT INTO query_log (text, at, result_ids) SELECT 'crane', ${at}, json_array(id) FROM drawers LIMIT 2;
  INSERT INTO patterns SELECT 'p1', 'The crane is stuck', json_array(id), 3, ${at}, ${at}, 0 FROM drawers LIMIT 1;
  INSERT INTO rejections SELECT id, ${at} FROM drawers LIMIT 1;
  INSERT INTO requests (id, at, answer) VALUES ('6f2a0c1e-0000-4000-8000-000000000000', ${at}, '[{"drawer_id":"x"}]');
  INSERT OR REPLACE INTO note_checks SELECT id, 'off', ${at}, ${at}, '{"duplicates":[],"pattern":null,"curation":[],"check_ms":1}' FROM drawers WHERE type = 'insight';
  INSERT INTO move_batches VALUES ('b1', ${at}, 'maintenance', NULL, NULL, NULL);
  INSERT INTO moves SELECT 'b1', id, 'working', 'ephemeral', 'not used' FROM drawers LIMIT 1;
  INSERT INTO plans VALUES ('plan-1', 'applied', ${at}, 1, '{"plan":{"id":"plan-1"}}');
  INSERT INTO team_wings VALUES ('elsewhere', 'owner', 0, 5, 0, 0);
  INSERT INTO team_outbox (drawer_id, wing, field, value, at) SELECT id, 'elsewhere', 'tag', '"harbour"', ${at} FROM drawers LIMIT 1;
  INSERT INTO team_drawers SELECT id, 'palace', 'ann' FROM drawers LIMIT 1;
  INSERT INTO team_conflicts SELECT min(id), max(id), 'x', 'edited', 'ann', ${at} FROM drawers;
  INSERT INTO team_erased VALUES ('gone');
  INSERT INTO closets SELECT id, 0, 'crane | harbour' FROM sources LIMIT 1;
`;

let sqlite: Sqlite;
let workshop: string;
let base: string;
let columns: readonly (readonly [table: string, column: string])[];
/** ID → text of every drawer. */
let filed: ReadonlyMap<string, string>;

const database = <T>(folder: string, work: (database: SqlDatabase) => T): T => {
  const opened = openDatabase({ folder, sqlite, fileSystem: nodeFileSystem }, { readOnly: false });
  try {
    return work(opened);
  } finally {
    opened.close();
  }
};
const textsIn = (folder: string): ReadonlyMap<string, string> =>
  database(
    folder,
    (opened) =>
      new Map(opened.statement('SELECT id, text FROM drawers').all((row) => [row.text(0), row.text(1)] as const)),
  );

beforeAll(async () => {
  sqlite = await loadSqlite(sqliteWasm);
  workshop = mkdtempSync(path.join(tmpdir(), 'synapse-wrong-'));
  base = path.join(workshop, 'base');
  const files = path.join(workshop, 'files');
  writeFiles(
    files,
    Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [
        `day${n}.md`,
        `# Day ${n}\n\nThe crane of berth ${n} was inspected.\n`,
      ]),
    ),
  );
  const palace = await openPalace({ folder: base });
  await palace.mine({ folders: [{ path: files, name: 'w' }], wait_for_embeddings: true });
  await palace.save({ text: 'The crane is inspected in March.', type: 'insight' });
  await palace.search({ query: 'crane' });
  await palace.close();
  columns = database(base, (opened) => {
    opened.run(more);
    const tables = tableShapes(opened);
    for (const { name } of tables)
      expect([name, opened.statement(`SELECT count(*) FROM "${name}"`).first((row) => row.number(0))]).not.toEqual(
        [name, 0],
      );
    return tables.flatMap(({ name, columns: own }) => own.map((column) => [name, column] as const));
  });
  filed = textsIn(base);
});
afterAll(() => rmSync(workshop, { recursive: true, force: true }));

/** Writes the value into a random row; undefined if the schema refuses it. Returns the ID if the row is a drawer's. */
const plant = (folder: string, table: string, column: string, value: SqlValue): string | undefined =>
  database(folder, (opened) => {
    const rows = opened.statement(`SELECT count(*) FROM "${table}"`).first((row) => row.number(0)) ?? 0;
    const skip = Math.floor(random() * rows);
    const key = tableShapes(opened).find(({ name }) => name === table)?.key ?? [];
    const names = key.map(({ name }) => `"${name}"`).join(', ');
    const which = `(${names}) = (SELECT ${names} FROM "${table}" LIMIT 1 OFFSET ${skip})`;
    const id =
      table === 'drawers'
        ? opened.statement(`SELECT id FROM drawers WHERE ${which}`).first((row) => row.text(0))
        : '';
    try {
      return opened.statement(`UPDATE "${table}" SET "${column}" = ? WHERE ${which}`).run(value) === 1
        ? (id ?? '')
        : undefined;
    } catch (thrown) {
      if (PalaceError.from(thrown).code !== 'E_SQL') throw thrown;
      return undefined;
    }
  });

const hashOf = (folder: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'palace.sqlite')))
    .digest('hex');

/** Opens the palace as a program does, and asks what everybody asks. `changed` is a drawer whose text was. */
const use = async (folder: string, changed = '') => {
  const palace = await openPalace({ folder });
  try {
    const [status, verified] = [await palace.status({}), await palace.verify({})];
    const { results } = await palace.search({ query: 'crane berth inspected' });
    expect(results.length).toBeGreaterThan(0);
    const listed = await palace.list({ limit: 50 });
    for (const { drawer_id: id, text } of [...results, ...listed.drawers])
      if (filed.has(id) && id !== changed && text !== undefined) expect(text).toBe(filed.get(id));
    return { status, verified };
  } finally {
    await palace.close();
  }
};

const repaired = (folder: string) =>
  repairPalace({
    folder,
    sqlite,
    fileSystem: nodeFileSystem,
    clock: () => new Date('2026-03-02T00:00:00Z'),
    dryRun: false,
  });

/** What a repair can't bring back without a backup: nothing vouches for the text any more. */
const unprotected = new Set(['id', 'text', 'content_hash', 'rowid']);

const checkOne = async (folder: string, table: string, column: string, id: string): Promise<void> => {
  const before = hashOf(folder);
  const { status, verified } = await use(folder, table === 'drawers' && column === 'text' ? id : '');
  if (status.palace.state === 'damaged') {
    expect(status.warnings.length).toBeGreaterThan(0);
    expect(verified.ok).toBe(false);
    expect(hashOf(folder)).toBe(before);
  }
  if (!verified.ok) expect(verified.damaged.length).toBeGreaterThan(0);
  const report = await repaired(folder);
  expect(report.state).toBe(verified.ok ? 'sound' : 'repaired');
  const after = await use(folder);
  expect(after.verified.damaged).toEqual([]);
  expect(after.status.palace.state).toBe('ok');
  const texts = textsIn(folder);
  for (const [one, text] of filed) {
    if (table === 'drawers' && one === id && unprotected.has(column)) continue;
    expect([one, texts.get(one)]).toEqual([one, text]);
  }
};

describe('a wrong value in the palace’s database', () => {
  it(`in any column neither stops the palace nor survives a repair (${tries} tries, seed ${seed})`, async () => {
    let planted = 0;
    for (let n = 0; n < tries; n++) {
      const folder = path.join(workshop, `try-${n}`);
      // Every column has its turn.
      const [table, column] = columns[(n * 7 + Math.floor(n / columns.length)) % columns.length] ?? ['', ''];
      const value = pick(wrong);
      cpSync(base, folder, { recursive: true });
      const id = plant(folder, table, column, value);
      const what = `${table}.${column} = ${typeof value === 'string' ? value.slice(0, 40) : String(value)}`;
      if (id !== undefined) {
        planted += 1;
        try {
          await checkOne(folder, table, column, id);
        } catch (thrown) {
          const isVersion = table === 'meta' && PalaceError.from(thrown).code === 'E_PALACE_NEWER';
          if (!isVersion) throw new Error(`${what}: ${String(thrown)}`, { cause: thrown });
        }
      }
      rmSync(folder, { recursive: true, force: true });
    }
    expect(planted).toBeGreaterThan(tries / 3);
  });

  it.each([
    [
      'a vector of 5 bytes',
      "UPDATE vectors SET data = x'0102030405' WHERE rowid = (SELECT min(rowid) FROM vectors)",
    ],
    [
      'a time that is none',
      "UPDATE drawers SET filed_at = 'garbage' WHERE rowid = (SELECT min(rowid) FROM drawers)",
    ],
  ])('on the command line: %s is told by status and verify, and mended by repair', (_, sql) => {
    const folder = path.join(workshop, 'by-command');
    cpSync(base, folder, { recursive: true });
    database(folder, (opened) => opened.run(sql));
    const cli = (...words: string[]) => runCli(folder, workshop, ...words);
    expect(cli('search', 'crane').stdout).toContain('crane');
    expect(cli('status').stdout).toContain('is left out');
    const verified = cli('verify');
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain('holds no valid value');
    expect(cli('save', 'Nothing is written meanwhile.').stderr).toContain('E_PALACE_DAMAGED');
    expect(cli('repair').stdout).toContain('Repaired');
    expect(cli('verify')).toMatchObject({ code: 0 });
    expect(cli('save', 'Now it is.').code).toBe(0);
    const texts = textsIn(folder);
    for (const [id, text] of filed) expect(texts.get(id)).toBe(text);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is replaced by the backup’s value if a backup has the row', async () => {
    const folder = path.join(workshop, 'with-backup');
    cpSync(base, folder, { recursive: true });
    const store = await openPalaceStore({ folder, sqliteWasm });
    await store.backup();
    await store.close();
    const time = database(folder, (opened) => {
      const first = opened.statement('SELECT filed_at FROM drawers ORDER BY rowid').first((row) => row.text(0));
      opened.run("UPDATE drawers SET filed_at = 'garbage' WHERE rowid = (SELECT min(rowid) FROM drawers)");
      return first;
    });
    expect(await repaired(folder)).toMatchObject({
      state: 'repaired',
      drawers: { from_backup_alone: 1, lost: [] },
    });
    database(folder, (opened) =>
      expect(opened.statement('SELECT filed_at FROM drawers ORDER BY rowid').first((row) => row.text(0))).toBe(
        time,
      ),
    );
  });
});
