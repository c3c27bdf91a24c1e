import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { drawerId, isoTime, roomName, wingName } from '../../../../../extension/palace/model/drawer/ids.ts';
import type { ReadQueries } from '../../../../../extension/palace/store/palaceStore.ts';
import { openDatabase } from '../../../../../extension/palace/store/openDatabase.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import { readQueries } from '../../../../../extension/palace/store/readQueries.ts';
import { nodeFileSystem } from '../../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../../extension/palace/store/realFile/loadSqlite.ts';
import type { SqlDatabase } from '../../../../../extension/palace/store/realFile/sqlDatabase.ts';
import { sqliteWasm, temporaryFolder } from '../samplePalace.ts';

let database: SqlDatabase;
beforeEach(async () => {
  const { folder, remove } = temporaryFolder();
  await (await openPalaceStore({ folder, sqliteWasm })).close();
  const place = { folder, sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem };
  database = openDatabase(place, { readOnly: true });
  onTestFinished(() => {
    database.abandon();
    remove();
  });
});

/** How SQLite carries out the statements of a read. */
const plansOf = (run: (read: ReadQueries) => unknown): string[] => {
  const statements: string[] = [];
  run(
    readQueries(() => ({
      ...database,
      statement: (sql: string) => {
        statements.push(sql);
        return database.statement(sql);
      },
    })),
  );
  return statements.flatMap((sql) => database.statement(`EXPLAIN QUERY PLAN ${sql}`).all((row) => row.text(3)));
};

/** A step that passes all drawers, or nearly all: those that are not archived. */
const readsAll =
  /^SCAN (?:d|drawers)\b|USING (?:COVERING )?INDEX drawers_by_place \(archived=\?\)|autoindex_drawers_1 FOR IN-OPERATOR/;
const ids = [drawerId('one'), drawerId('two')];
const [now, days] = [isoTime(0), 30];

it.each<[string, (read: ReadQueries) => unknown]>([
  ['counting what a scan is due for', ({ usage }) => usage.countDue({ now, days })],
  ['what a scan is due for', ({ usage }) => usage.due({ now, days })],
  ['the use of some drawers', ({ usage }) => usage.sessionsInWindow(ids, { now, days })],
  ['scanning some drawers', ({ usage }) => usage.scanOf(now, ids)],
  ['a page of drawers with a tag', (read) => read.page({ tags: ['release'] }, null, 50)],
  [
    'a page of a room with a tag',
    (read) => read.page({ tags: ['release'], rooms: [roomName('notes')] }, null, 50),
  ],
  ['a page of a wing', (read) => read.page({ wings: [wingName('harbor')] }, null, 50)],
  ['tags of some drawers', (read) => read.tagsOf(ids)],
  ['a property of some drawers', (read) => read.propertyOf(ids, 'title')],
  ['the parts of notes', (read) => read.partsOfNotes(ids)],
  ['the turns before others', (read) => read.turnsBefore([1, 2])],
  ['the newest commits', (read) => read.newestCommits(now, 5)],
  ['the archive', (read) => read.archivedAfter({ reason: 'maintenance' }, null, 50)],
  ['drawers marked as replaced', (read) => read.supersededRowids()],
  ['drawers by ID', (read) => read.wholeDrawers(ids)],
])('%s does not read all drawers', (_, run) => {
  const plans = plansOf(run);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((step) => readsAll.test(step))).toEqual([]);
});
