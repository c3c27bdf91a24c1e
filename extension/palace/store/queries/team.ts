import {
  drawerId,
  isoTime,
  wingName,
  type DrawerId,
  type IsoTime,
  type WingName,
} from '../../model/drawer/ids.ts';
import type { SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';
import type { StoredVector } from './vectors.ts';

export const wingRights = ['owner', 'writer', 'reader'] as const;

/** A wing that this palace shares with its team. */
export interface SharedWing {
  readonly wing: WingName;
  /** What this palace's member may do there. A reader's changes stay here. */
  readonly right: (typeof wingRights)[number];
  readonly includesSensitive: boolean;
  /** The team's changes to this wing, up to this number, have been pulled. */
  readonly pulledSeq: number;
}

/** A change that waits to be sent, or is on its way. */
export interface OutboxRow {
  readonly number: number;
  readonly drawerId: DrawerId;
  readonly wing: WingName;
  readonly field: string;
  /** JSON; null for fields without a value, and for an `add`, whose drawer is read when it is sent. */
  readonly value: string | null;
  readonly at: IsoTime;
}

/** The team member who files a drawer that came from the team. */
export interface Holder {
  readonly palace: string;
  readonly member: string;
}

export const conflictKinds = ['edited', 'circle'] as const;

/** Two answers from the team to one question, between which a person decides. */
export interface TeamConflict {
  readonly drawerId: DrawerId;
  /** `edited`: both replace the drawer. `circle`: `one` was to replace it, which the team refused; `other` does, or '' for none. */
  readonly kind: (typeof conflictKinds)[number];
  readonly one: string;
  readonly other: string;
  /** Who made the later change. */
  readonly member: string;
  readonly at: IsoTime;
}

export interface TeamQueries {
  /** In alphabetical order. */
  sharedWings(): SharedWing[];
  /** In order, those after a number. */
  outbox(after: number, limit: number): OutboxRow[];
  /** The bytes of the texts of those that exist, by ID; no text is read. */
  textBytes(ids: readonly string[]): ReadonlyMap<string, number>;
  /** How many changes wait, and the highest number that any change ever had. */
  outboxState(): { readonly waiting: number; readonly highest: number };
  /** The waiting changes of these drawers. */
  outboxOf(ids: readonly string[]): OutboxRow[];
  /** Whether drawers of shared wings are still to be put into the outbox. */
  isOffering(): boolean;
  /** Empty for drawers that were filed here. */
  holdersOf(id: string): Holder[];
  /** The first member who files it, for those of the drawers that came from the team. */
  filedBy(ids: readonly string[]): ReadonlyMap<string, string>;
  /** The oldest first. */
  conflicts(): TeamConflict[];
  /** Drawers erased for the team whose erasure is not confirmed yet. */
  unconfirmed(): string[];
  /** How many drawers of a wing were filed here. */
  ownDrawers(wing: string): number;
  vectorOf(rowid: number, modelId: string): StoredVector | undefined;
}

const columns = 'number, drawer_id, wing, field, value, at';
const ofList = 'IN (SELECT value FROM json_each(?))';

const readRow = (row: SqlRow): OutboxRow => ({
  number: row.number(0),
  drawerId: drawerId(row.text(1)),
  wing: wingName(row.text(2)),
  field: row.text(3),
  value: row.textOrNull(4),
  at: isoTime(row.text(5)),
});

const oneOf = <T extends string>(known: readonly T[], text: string, otherwise: T): T =>
  known.find((each) => each === text) ?? otherwise;

// oxlint-disable-next-line max-lines-per-function -- a table: one entry per read
export const teamQueries = (database: () => SqlDatabase): TeamQueries => {
  const all = <T>(sql: string, read: (row: SqlRow) => T, ...values: (string | number)[]): T[] =>
    database()
      .statement(sql)
      .all(read, ...values);
  const count = (sql: string, ...values: string[]): number =>
    database()
      .statement(sql)
      .first((row) => row.number(0), ...values) ?? 0;
  return {
    sharedWings: () =>
      all(
        'SELECT wing, wing_right, includes_sensitive, pulled_seq FROM team_wings ORDER BY wing',
        (row): SharedWing => ({
          wing: wingName(row.text(0)),
          right: oneOf(wingRights, row.text(1), 'reader'),
          includesSensitive: row.number(2) !== 0,
          pulledSeq: row.number(3),
        }),
      ),
    outbox: (after, limit) =>
      all(`SELECT ${columns} FROM team_outbox WHERE number > ? ORDER BY number LIMIT ?`, readRow, after, limit),
    textBytes: (ids) =>
      new Map(
        all(
          `SELECT id, octet_length(text) FROM drawers WHERE id ${ofList}`,
          (row) => [row.text(0), row.number(1)] as const,
          JSON.stringify(ids),
        ),
      ),
    outboxState: () => ({
      waiting: count('SELECT count(*) FROM team_outbox'),
      highest: count("SELECT seq FROM sqlite_sequence WHERE name = 'team_outbox'"),
    }),
    outboxOf: (ids) =>
      all(
        `SELECT ${columns} FROM team_outbox WHERE drawer_id ${ofList} ORDER BY number`,
        readRow,
        JSON.stringify(ids),
      ),
    isOffering: () => count('SELECT count(*) FROM team_wings WHERE offer_from < offer_to') > 0,
    holdersOf: (id) =>
      all(
        'SELECT palace, member FROM team_drawers WHERE drawer_id = ? ORDER BY palace',
        (row) => ({ palace: row.text(0), member: row.text(1) }),
        id,
      ),
    filedBy: (ids) =>
      new Map(
        all(
          `SELECT drawer_id, min(member) FROM team_drawers WHERE drawer_id ${ofList} GROUP BY drawer_id`,
          (row) => [row.text(0), row.text(1)] as const,
          JSON.stringify(ids),
        ),
      ),
    conflicts: () =>
      all(
        'SELECT drawer_id, kind, one, other, member, at FROM team_conflicts ORDER BY at, drawer_id, one, other',
        (row): TeamConflict => ({
          drawerId: drawerId(row.text(0)),
          kind: oneOf(conflictKinds, row.text(1), 'edited'),
          one: row.text(2),
          other: row.text(3),
          member: row.text(4),
          at: isoTime(row.text(5)),
        }),
      ),
    unconfirmed: () => all('SELECT drawer_id FROM team_erased ORDER BY drawer_id', (row) => row.text(0)),
    ownDrawers: (wing) =>
      count(
        'SELECT count(*) FROM drawers d WHERE d.wing = ? AND NOT EXISTS (SELECT 1 FROM team_drawers t WHERE t.drawer_id = d.id)',
        wing,
      ),
    vectorOf: (rowid, modelId) =>
      database()
        .statement(
          'SELECT v.scale, v.data FROM models m JOIN vectors v ON v.model_id = m.id WHERE m.name = ? AND v.drawer_rowid = ?',
        )
        .first(
          (row): StoredVector => {
            const { buffer, byteOffset, length } = row.bytes(1);
            return { rowid, modelId, scale: row.number(0), data: new Int8Array(buffer, byteOffset, length) };
          },
          modelId,
          rowid,
        ),
  };
};
