import type { Drawer } from '../../model/drawer/drawer.ts';
import type { DrawerId, IsoTime } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { SourceRecord } from '../../model/source/source.ts';
import type { RunStatement, SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';
import { annotationQueries, type SecretFinding } from './annotations.ts';
import { drawerColumns, drawersWithSource, readDrawer, readSource, sourceColumns } from './drawerRow.ts';
import { insertPattern, patternColumns, readPattern, type PatternRecord } from './patterns.ts';

/** One session's first access of a drawer. */
export interface AccessRecord {
  readonly session: string;
  readonly kind: string;
  readonly at: string;
}

/** A drawer with everything known about it except its vector, which the model computes again. */
export interface WholeDrawer {
  readonly drawer: Drawer;
  readonly tags: readonly string[];
  /** By name, in alphabetical order. */
  readonly properties: Readonly<Record<string, string>>;
  readonly findings: readonly SecretFinding[];
  readonly accesses: readonly AccessRecord[];
  /** When a person refused to let it be summarised; null if never. */
  readonly rejectedAt: string | null;
}

/** How often two drawers were accessed in one session. */
export interface PairRecord {
  readonly a: string;
  readonly b: string;
  readonly count: number;
  readonly last_at: string;
}

/** A pair, and whether either of its drawers is sensitive or archived. */
export interface StandingPair {
  readonly pair: PairRecord;
  readonly isSensitive: boolean;
  readonly isArchived: boolean;
}

/** Reads of everything, page by page in the order of IDs. Two palaces with the same memory have the same order. */
export interface TransferQueries {
  /** Archived ones included. `after` is '' at first. */
  drawersAfter(after: string, limit: number): WholeDrawer[];
  /** In no order; missing ones are left out. */
  wholeDrawers(ids: readonly string[]): WholeDrawer[];
  sourcesAfter(after: string, limit: number): SourceRecord[];
  /** Pairs of drawers that both exist. */
  pairsAfter(after: readonly [a: string, b: string], limit: number): StandingPair[];
  /** Patterns; those that contain a sensitive drawer only with `includeSensitive`. */
  patternsAfter(after: string, limit: number, includeSensitive: boolean): PatternRecord[];
  /** Those of the given IDs that belong to drawers. */
  knownDrawers(ids: readonly string[]): ReadonlySet<string>;
}

interface DrawerUse {
  readonly accessCount: number;
  readonly lastAccessed: IsoTime | null;
  readonly accesses: readonly AccessRecord[];
  readonly rejectedAt: string | null;
}

/** Writes of records from another palace. Existing ones stay as they are. */
export interface TransferWrites {
  /** Sets a drawer's use without counting an access. */
  putUse(id: DrawerId, use: DrawerUse): void;
  putPairs(pairs: readonly PairRecord[]): void;
  /** Returns how many were new. */
  putPatterns(patterns: readonly PatternRecord[]): number;
}

/** Reads of everything, for an export. */
export const transferQueries = (database: () => SqlDatabase): TransferQueries => ({
  drawersAfter: (after, limit) =>
    whole(
      database,
      rising(
        database()
          .statement(`SELECT ${drawerColumns} FROM ${drawersWithSource} WHERE d.id > ? ORDER BY d.id LIMIT ?`)
          .all(readDrawer, after, limit),
        after,
        ({ id }) => id,
      ),
    ),
  wholeDrawers: (ids) =>
    whole(
      database,
      database()
        .statement(
          `SELECT ${drawerColumns} FROM json_each(?) j CROSS JOIN ${drawersWithSource} WHERE d.id = j.value`,
        )
        .all(readDrawer, JSON.stringify([...new Set(ids)])),
    ),
  sourcesAfter: (after, limit) =>
    rising(
      database()
        .statement(`SELECT ${sourceColumns} FROM sources WHERE id > ? ORDER BY id LIMIT ?`)
        .all(readSource, after, limit),
      after,
      ({ id }) => id,
    ),
  pairsAfter: ([a, b], limit) =>
    database()
      .statement(
        `SELECT c.a, c.b, c.count, c.last_at, p.sensitive OR q.sensitive, p.archived OR q.archived
          FROM co_access c JOIN drawers p ON p.id = c.a JOIN drawers q ON q.id = c.b WHERE (c.a, c.b) > (?, ?) ORDER BY c.a, c.b LIMIT ?`,
      )
      .all(
        (row) => ({
          pair: { a: row.text(0), b: row.text(1), count: row.number(2), last_at: row.text(3) },
          isSensitive: row.number(4) !== 0,
          isArchived: row.number(5) !== 0,
        }),
        a,
        b,
        limit,
      ),
  patternsAfter: (after, limit, includeSensitive) =>
    database()
      .statement(
        `SELECT ${patternColumns} FROM patterns p
          WHERE p.id > ? AND (? OR NOT EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(p.entry_ids) THEN p.entry_ids ELSE '[]' END) j
            JOIN drawers d ON d.id = j.value WHERE d.sensitive = 1)) ORDER BY p.id LIMIT ?`,
      )
      .all(readPattern, after, Number(includeSensitive), limit),
  knownDrawers: (ids) =>
    new Set(
      database()
        .statement('SELECT d.id FROM json_each(?) j JOIN drawers d ON d.id = j.value')
        .all((row) => row.text(0), JSON.stringify(ids)),
    ),
});

/** Rows of a table, grouped by drawer ID, their first column. */
const byDrawer = <T>(
  database: SqlDatabase,
  sql: string,
  ids: string,
  read: (row: SqlRow) => T,
): ReadonlyMap<string, readonly T[]> => {
  const found = new Map<string, T[]>();
  for (const { id, value } of database.statement(sql).all((row) => ({ id: row.text(0), value: read(row) }), ids)) {
    const known = found.get(id);
    if (known === undefined) found.set(id, [value]);
    else known.push(value);
  }
  return found;
};

/** The drawers with everything that is noted about them. */
const whole = (database: () => SqlDatabase, drawers: readonly Drawer[]): WholeDrawer[] => {
  const ids = JSON.stringify(drawers.map(({ id }) => id));
  const of = (table: string, columns: string, order: string): string =>
    `SELECT t.drawer_id, ${columns} FROM json_each(?) j JOIN ${table} t ON t.drawer_id = j.value ORDER BY t.drawer_id, ${order}`;
  const tags = annotationQueries(database).tagsOf(drawers.map(({ id }) => id));
  const properties = byDrawer(
    database(),
    of('drawer_properties', 't.name, t.value', 't.name'),
    ids,
    (row) => [row.text(1), row.text(2)] as const,
  );
  const findings = byDrawer(
    database(),
    of('secret_findings', 't.rule, t.span_start, t.span_end', 't.span_start, t.span_end, t.rule'),
    ids,
    (row): SecretFinding => ({ rule: row.text(1), start: row.number(2), end: row.number(3) }),
  );
  const accesses = byDrawer(
    database(),
    of('access_log', 't.session_id, t.kind, t.at', 't.session_id'),
    ids,
    (row): AccessRecord => ({ session: row.text(1), kind: row.text(2), at: row.text(3) }),
  );
  const rejections = byDrawer(database(), of('rejections', 't.at', 't.at'), ids, (row) => row.text(1));
  return drawers.map((drawer) => ({
    drawer,
    tags: tags.get(drawer.id) ?? [],
    properties: Object.fromEntries(properties.get(drawer.id) ?? []),
    findings: findings.get(drawer.id) ?? [],
    accesses: accesses.get(drawer.id) ?? [],
    rejectedAt: rejections.get(drawer.id)?.[0] ?? null,
  }));
};

/** Writes of records from another palace. `changed` is called for each drawer, `touch` for other records. */
export const transferWrites = (
  run: RunStatement,
  rowidOf: (id: DrawerId) => number | undefined,
  changed: (rowid: number) => void,
  touch: () => void,
): TransferWrites => ({
  putUse: (id, { accessCount, lastAccessed, accesses, rejectedAt }) => {
    const rowid = rowidOf(id);
    if (rowid === undefined)
      throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
    run(
      'UPDATE drawers SET access_count = ?, last_accessed = ? WHERE rowid = ?',
      accessCount,
      lastAccessed,
      rowid,
    );
    for (const { session, kind, at } of accesses)
      run(
        'INSERT OR IGNORE INTO access_log (drawer_id, session_id, kind, at) VALUES (?, ?, ?, ?)',
        id,
        session,
        kind,
        at,
      );
    if (rejectedAt !== null) run('INSERT OR IGNORE INTO rejections (drawer_id, at) VALUES (?, ?)', id, rejectedAt);
    changed(rowid);
  },
  putPairs: (pairs) => {
    for (const { a, b, count, last_at: at } of pairs)
      run('INSERT OR IGNORE INTO co_access (a, b, count, last_at) VALUES (?, ?, ?, ?)', a, b, count, at);
    touch();
  },
  putPatterns: (patterns) => {
    let added = 0;
    for (const pattern of patterns) added += insertPattern(run, 'IGNORE', pattern);
    if (added > 0) touch();
    return added;
  },
});

/**
 * Returns the rows unchanged if their keys rise, else throws E_PALACE_DAMAGED. In a damaged tree they may not rise,
 * and a scan that continues from the last one would never end.
 */
const rising = <Row>(rows: Row[], after: string, key: (row: Row) => string): Row[] => {
  let last = after;
  for (const row of rows) {
    if (Buffer.compare(Buffer.from(key(row)), Buffer.from(last)) <= 0)
      throw new PalaceError(
        'E_PALACE_DAMAGED',
        errorText`The rows of a table are out of order: ${key(row)} comes after ${last}.`,
      );
    last = key(row);
  }
  return rows;
};
