import type { Drawer } from '../model/drawer/drawer.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { ReadQueries } from './palaceStore.ts';
import { ascending } from './queries/ascending.ts';
import { countDrawers } from './queries/drawerCounts.ts';
import { pageOfDrawers } from './queries/drawerPage.ts';
import { drawerColumns, readDrawer } from './queries/drawerRow.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { nextReadable } from './repair/salvageRows.ts';

/** The result of `read`, or of `rest` if damage prevents it. Throws other errors. */
export const unlessDamaged = <T>(read: () => T, rest: (error: PalaceError) => T): T => {
  try {
    return read();
  } catch (thrown) {
    const error = PalaceError.from(thrown);
    if (error.code !== 'E_PALACE_DAMAGED') throw thrown;
    return rest(error);
  }
};

/**
 * The same reads. Where damage prevents one that opening, showing, listing or searching needs, it gives what is left:
 * rows on damaged pages are skipped, a damaged index is not used, and what is noted about drawers is left out. Secrets
 * that can't be looked up count as the whole text. `onDamage` is told each time, so that people are warned and nothing
 * is written any more. All other reads, those of an export, too, throw E_PALACE_DAMAGED; so do these if nothing in the
 * file can be read.
 */
// oxlint-disable-next-line max-lines-per-function -- a table: one entry per read
export const readsOfDamaged = (
  queries: ReadQueries,
  database: () => SqlDatabase,
  onDamage: (error: PalaceError) => void,
): ReadQueries => {
  const or =
    <In extends readonly unknown[], Out>(read: (...values: In) => Out, rest: (...values: In) => Out) =>
    (...values: In): Out =>
      unlessDamaged(
        () => read(...values),
        (error) => {
          onDamage(error);
          // Throws if nothing at all can be read.
          database();
          return rest(...values);
        },
      );
  const left = (): readonly number[] => (known ??= readableRowids(database));
  let known: readonly number[] | undefined;
  const drawersLeft = (condition: string, ...values: readonly string[]): Drawer[] =>
    drawersByRowid(
      database()
        .statement(
          `SELECT d.rowid FROM json_each(?) j CROSS JOIN drawers d ON d.rowid = j.value WHERE ${condition} ORDER BY d.chunk_index, d.rowid`,
        )
        .all((row) => row.number(0), JSON.stringify(left()), ...values),
    );
  const drawersByRowid = or(queries.drawersByRowid, (rowids) =>
    rowids.flatMap((rowid) => [
      ...unlessDamaged(
        () => queries.drawersByRowid([rowid]),
        () => withoutSource(database, rowid),
      ),
    ]),
  );
  const drawerById: ReadQueries['drawerById'] = (id) =>
    unlessDamaged(
      () => queries.drawerById(id),
      (error) => {
        onDamage(error);
        const [drawer] = drawersLeft('d.id = ?', id);
        // It may be among those that can't be read.
        if (drawer === undefined) throw error;
        return drawer;
      },
    );
  const movesLeft = or(queries.movesAfter, () => ({ moves: [], last: null }));
  return {
    ...queries,
    drawersByRowid,
    drawerById,
    drawersOfSource: or(queries.drawersOfSource, (id) => drawersLeft('d.source_id = ?', id)),
    partsOfNotes: or(queries.partsOfNotes, () => new Map()),
    scanDrawers: or(queries.scanDrawers, (after, limit) =>
      drawersByRowid(scanWithoutSources(database, after, limit).map(({ rowid }) => rowid)),
    ),
    scanIndexed: or(queries.scanIndexed, (after, limit, paths) =>
      rowsLeft(after, limit, (from, most) => queries.scanIndexed(from, most, paths)),
    ),
    page: or(queries.page, (filter, cursor, limit) => {
      const page = (noSources: boolean) =>
        pageOfDrawers(database(), filter, cursor, limit, { left: left(), noSources });
      return unlessDamaged(
        () => page(false),
        () => page(true),
      );
    }),
    counts: or(queries.counts, () => countDrawers(database(), left())),
    sourcePaths: or(queries.sourcePaths, () => pathsLeft(database)),
    // Those before the damage have been visited.
    visitVectors: or(queries.visitVectors, () => undefined),
    vectorModels: or(queries.vectorModels, () => []),
    countArchived: or(queries.countArchived, () => 0),
    meta: or(queries.meta, () => undefined),
    tagsOf: or(queries.tagsOf, () => new Map()),
    spellingsOf: or(queries.spellingsOf, (tags) => [...tags]),
    propertiesOf: or(queries.propertiesOf, () => ({})),
    propertyOf: or(queries.propertyOf, () => new Map()),
    findingsOf: or(queries.findingsOf, (id) => [
      { rule: 'unreadable', start: 0, end: drawerById(id)?.text.length ?? 0 },
    ]),
    turnsBefore: or(queries.turnsBefore, () => new Map()),
    patternsWith: or(queries.patternsWith, () => []),
    activePatterns: or(queries.activePatterns, () => 0),
    moveBatches: or(queries.moveBatches, () => []),
    // Those of one kind are read to be undone.
    movesAfter: (id, where, after, limit) =>
      where === null ? movesLeft(id, where, after, limit) : queries.movesAfter(id, where, after, limit),
    hasMoved: or(queries.hasMoved, () => true),
    plans: or(queries.plans, () => []),
    scanClosets: or(queries.scanClosets, () => []),
    usage: {
      ...queries.usage,
      sessionsInWindow: or(queries.usage.sessionsInWindow, () => []),
      coAccesses: or(queries.usage.coAccesses, () => []),
      queriesSince: or(queries.usage.queriesSince, () => []),
    },
    team: { ...queries.team, filedBy: or(queries.team.filedBy, () => new Map()) },
  };
};

/** Up to `limit` rows after a rowid; those that can't be read are skipped. */
const rowsLeft = <Row extends { readonly rowid: number }>(
  after: number,
  limit: number,
  read: (after: number, limit: number) => Row[],
): Row[] => {
  const rows: Row[] = [];
  const attempt = (from: number, most: number): Row[] | undefined =>
    unlessDamaged<Row[] | undefined>(
      () => read(from, most),
      () => undefined,
    );
  for (let [last, step] = [after, limit]; rows.length < limit;) {
    const some = attempt(last, Math.min(step, limit - rows.length));
    if (some !== undefined) {
      const end = some.at(-1);
      if (end === undefined) break;
      rows.push(...some);
      [last, step] = [end.rowid, Math.min(limit, step * 2)];
    } else if (step > 1) step = Math.ceil(step / 2);
    else {
      const next = nextReadable(last, (rowid) => attempt(rowid, 1) !== undefined);
      if (next === null) break;
      last = next;
    }
  }
  return rows;
};

const drawersWithoutSource = 'drawers d, (SELECT NULL AS id, NULL AS path) s';

/** Drawers after a rowid, without the names of their files. */
const scanWithoutSources = (database: () => SqlDatabase, after: number, limit: number): Drawer[] =>
  rowsLeft(after, limit, (from, most) =>
    ascending(
      database()
        .statement(
          `SELECT ${drawerColumns} FROM ${drawersWithoutSource} WHERE d.rowid > ? ORDER BY d.rowid LIMIT ?`,
        )
        .all(readDrawer, from, most),
      from,
    ),
  );

/** The row of a drawer whose source can't be read; none if the row itself can't be read. */
const withoutSource = (database: () => SqlDatabase, rowid: number): Drawer[] =>
  unlessDamaged(
    () =>
      database()
        .statement(`SELECT ${drawerColumns} FROM ${drawersWithoutSource} WHERE d.rowid = ?`)
        .all(readDrawer, rowid),
    () => [],
  );

const readableRowids = (database: () => SqlDatabase): readonly number[] => {
  const rowids: number[] = [];
  const more = (): Drawer[] => scanWithoutSources(database, rowids.at(-1) ?? 0, atOnce);
  for (let drawers = more(); drawers.length > 0; drawers = more())
    rowids.push(...drawers.map(({ rowid }) => rowid));
  return rowids;
};

/** Rows read at a time. */
const atOnce = 500;

/** Both the index and the table have the paths; of each, what comes before its damage is used. */
const pathsLeft = (database: () => SqlDatabase): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>();
  for (const from of ['sources', 'sources NOT INDEXED'])
    for (const order of ['ASC', 'DESC'])
      unlessDamaged(
        () =>
          database()
            .statement(
              `SELECT id, path FROM ${from} WHERE path <> '' ORDER BY ${from === 'sources' ? 'path' : 'id'} ${order}`,
            )
            .all((row) => void paths.set(row.text(0), row.text(1))),
        () => undefined,
      );
  return paths;
};
