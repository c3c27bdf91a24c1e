import { ageingProperty, type AgeingFacts } from '../../model/drawer/ageing.ts';
import { entryTypes, tiers, type EntryType, type Tier } from '../../model/drawer/drawer.ts';
import {
  drawerId,
  isoTime,
  sourceId,
  type DrawerId,
  type IsoTime,
  type SourceId,
} from '../../model/drawer/ids.ts';
import type { SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';
import { oneOf } from './drawerRow.ts';

/** A position in the order of filing. */
export interface AgeingPlace {
  readonly filedAt: IsoTime;
  readonly rowid: number;
}

/** A candidate for a session's context: a drawer without its text. */
export interface PoolDrawer {
  readonly rowid: number;
  readonly id: DrawerId;
  readonly type: EntryType;
  readonly tier: Tier;
  readonly pinned: boolean;
  readonly importance: number;
  readonly filedAt: IsoTime;
  readonly accessCount: number;
  /** As marked. The drawer that it names is archived or gone, but what replaces that one may be alive. */
  readonly supersededBy: DrawerId | null;
  /** Of a part of a long note, that note's source. */
  readonly note: SourceId | null;
}

interface PoolLimits {
  /** At most this many notes, the newest. */
  readonly notes: number;
  /** At most this many pinned drawers, the newest. */
  readonly pinned: number;
  /** Drawers accessed since this time; only the latest `accesses` of these accesses count. */
  readonly since: IsoTime;
  readonly accesses: number;
}

/** Reads of drawers that age. Left out: archived drawers, files and conversations, which mirror their source, and what came from a team. */
export interface AgeingQueries {
  /** In the order of filing, starting after `after`. */
  ageingAfter(after: AgeingPlace | null, limit: number): AgeingFacts[];
  /** In rowid order, with their current state; drawers that no longer age are left out. */
  ageingOf(rowids: readonly number[]): AgeingFacts[];
  /**
   * Drawers that a session may begin with: pinned ones, notes, and recently accessed ones, each once, in rowid
   * order. Left out: archived, sensitive and consolidated ones, and those whose replacement is not archived.
   */
  sessionPool(limits: PoolLimits): PoolDrawer[];
  /** Rowids of the newest commits since a time, neither archived nor sensitive; the newest first. */
  newestCommits(since: IsoTime, limit: number): number[];
  /** IDs of drawers that a session accessed since a time. */
  accessedIn(sessionId: string, since: IsoTime): string[];
}

/**
 * The condition of the index `drawers_that_age`, word for word: SQLite uses a partial index only if the query
 * repeats it.
 */
const ages = `d.archived = 0 AND d.type NOT IN ('file', 'conversation')`;

/** Whether a drawer was filed here. Only the palace that files a drawer ages it, because its use is not shared. */
const isOwn = 'NOT EXISTS (SELECT 1 FROM team_drawers h WHERE h.drawer_id = d.id)';

/** The same for `drawers_notes`. */
const isNote = `d.archived = 0 AND d.type NOT IN ('file', 'conversation', 'git_commit')`;

const facts = `d.rowid, d.id, d.type, d.tier, d.pinned, asked.value, d.filed_at, d.last_accessed, d.access_count, since.value, accesses.value, restored.value, note.id`;
const property = (alias: string, name: string): string =>
  `LEFT JOIN drawer_properties ${alias} ON ${alias}.drawer_id = d.id AND ${alias}.name = '${name}'`;
const joined = [
  property('asked', 'asked_for'),
  property('since', ageingProperty.tierSince),
  property('accesses', ageingProperty.tierAccesses),
  property('restored', ageingProperty.restoredAt),
  `LEFT JOIN sources note ON note.id = d.source_id AND note.kind = 'note' AND d.part IS NOT NULL`,
].join(' ');

const readFacts = (row: SqlRow): AgeingFacts => ({
  rowid: row.number(0),
  id: drawerId(row.text(1)),
  type: oneOf(entryTypes, row.text(2), 'type'),
  tier: oneOf(tiers, row.text(3), 'tier'),
  pinned: row.number(4) !== 0,
  askedFor: row.textOrNull(5) === 'true',
  filedAt: isoTime(row.text(6)),
  lastAccessed: timeOrNull(row.textOrNull(7)),
  accessCount: row.number(8),
  tierSince: timeOrNull(row.textOrNull(9)),
  tierAccesses: wholeNumber(row.textOrNull(10)),
  restoredAt: timeOrNull(row.textOrNull(11)),
  note: sourceOrNull(row.textOrNull(12)),
});

const poolColumns = `d.rowid, d.id, d.type, d.tier, d.pinned, d.importance, d.filed_at, d.access_count, d.superseded_by,
  (SELECT note.id FROM sources note WHERE note.id = d.source_id AND note.kind = 'note' AND d.part IS NOT NULL)`;
/** Leaves out drawers with which no session begins; of those marked as replaced, all whose replacement is not archived. */
const open = `d.archived = 0 AND d.sensitive = 0 AND d.consolidated_into IS NULL
  AND (d.superseded_by IS NULL OR NOT EXISTS (SELECT 1 FROM drawers r WHERE r.id = d.superseded_by AND r.archived = 0))`;

const readPool = (row: SqlRow): PoolDrawer => ({
  rowid: row.number(0),
  id: drawerId(row.text(1)),
  type: oneOf(entryTypes, row.text(2), 'type'),
  tier: oneOf(tiers, row.text(3), 'tier'),
  pinned: row.number(4) !== 0,
  importance: row.number(5),
  filedAt: isoTime(row.text(6)),
  accessCount: row.number(7),
  supersededBy: idOrNull(row.textOrNull(8)),
  note: sourceOrNull(row.textOrNull(9)),
});

/**
 * Reads for maintenance and for a session's context. `CROSS JOIN` makes SQLite look up each drawer of a list
 * instead of scanning the palace.
 */
export const ageingQueries = (database: () => SqlDatabase): AgeingQueries => ({
  ageingAfter: (after, limit) =>
    database()
      .statement(
        `SELECT ${facts} FROM drawers d INDEXED BY drawers_that_age ${joined}
        WHERE ${ages} AND ${isOwn} AND (d.filed_at, d.rowid) > (?, ?) ORDER BY d.filed_at, d.rowid LIMIT ?`,
      )
      .all(readFacts, after?.filedAt ?? '', after?.rowid ?? 0, limit),
  ageingOf: (rowids) =>
    database()
      .statement(
        `SELECT ${facts} FROM json_each(?) j CROSS JOIN drawers d ON d.rowid = j.value ${joined} WHERE ${ages} AND ${isOwn} ORDER BY d.rowid`,
      )
      .all(readFacts, JSON.stringify(rowids)),
  sessionPool: ({ notes, pinned, since, accesses }) => {
    const found = [
      ...database()
        .statement(
          `SELECT ${poolColumns} FROM drawers d INDEXED BY drawers_pinned WHERE d.archived = 0 AND d.pinned = 1 AND ${open} ORDER BY d.filed_at DESC, d.rowid DESC LIMIT ?`,
        )
        .all(readPool, pinned),
      ...database()
        .statement(
          `SELECT ${poolColumns} FROM drawers d INDEXED BY drawers_notes WHERE ${isNote} AND ${open} ORDER BY d.filed_at DESC, d.rowid DESC LIMIT ?`,
        )
        .all(readPool, notes),
      ...database()
        .statement(
          `SELECT ${poolColumns} FROM (SELECT DISTINCT drawer_id FROM (SELECT drawer_id FROM access_log WHERE at >= ? ORDER BY at DESC LIMIT ?)) a
          CROSS JOIN drawers d ON d.id = a.drawer_id WHERE ${open}`,
        )
        .all(readPool, since, accesses),
    ];
    return [...new Map(found.map((drawer) => [drawer.rowid, drawer])).values()].sort((a, b) => a.rowid - b.rowid);
  },
  newestCommits: (since, limit) =>
    database()
      .statement(
        `SELECT d.rowid FROM drawers d INDEXED BY drawers_that_age WHERE ${ages} AND d.type = 'git_commit' AND d.sensitive = 0 AND d.filed_at >= ? ORDER BY d.filed_at DESC, d.rowid DESC LIMIT ?`,
      )
      .all((row) => row.number(0), since, limit),
  accessedIn: (sessionId, since) =>
    database()
      .statement(
        'SELECT drawer_id FROM access_log INDEXED BY access_log_by_time WHERE at >= ? AND session_id = ? ORDER BY drawer_id',
      )
      .all((row) => row.text(0), since, sessionId),
});

const sourceOrNull = (text: string | null): SourceId | null => (text === null ? null : sourceId(text));

const idOrNull = (text: string | null): DrawerId | null => (text === null ? null : drawerId(text));

/** A value that is not a time was not written by this store and is ignored. */
const timeOrNull = (text: string | null): ReturnType<typeof isoTime> | null =>
  text === null || Number.isNaN(Date.parse(text)) ? null : isoTime(text);

const wholeNumber = (text: string | null): number => {
  const value = Number(text ?? 0);
  return Number.isInteger(value) && value >= 0 ? value : 0;
};
