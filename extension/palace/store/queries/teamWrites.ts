import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';
import type { Holder, OutboxRow, SharedWing, TeamConflict } from './team.ts';

/** Writes about the team. They are not part of the memory, so the revision stays. */
export interface TeamWrites {
  /** Shares a wing, or changes the settings of a shared one. Its drawers are offered from now on. */
  shareWing(wing: Omit<SharedWing, 'pulledSeq'>): void;
  /** Pulled drawers stay. */
  unshareWing(wing: string): void;
  pulledTo(wing: string, seq: number): void;
  /** Every wing is pulled from its beginning and offered again. */
  startOver(): void;
  /** Puts the next drawers that were filed here into the outbox, with what people have done to them. Returns how many. */
  offer(limit: number): number;
  /** Puts an `add` of these drawers into the outbox again, if they were filed here and are shared. */
  offerAgain(rowids: readonly number[]): void;
  /** A change that no trigger sees. */
  putOutbox(change: Pick<OutboxRow, 'drawerId' | 'wing' | 'field' | 'value'>): void;
  /** Removes the changes that the team has: all up to a number. */
  dropOutbox(upTo: number): void;
  /** Removes a wing's waiting changes, which the team will not take. */
  dropOutboxOf(wing: string): void;
  /** Removes changes after a number: those that applying the team's changes made. Only of these drawers, if given. */
  dropEcho(after: number, ids?: readonly string[]): void;
  /** Before these drawers are erased: those that the team has are erased there, too. */
  eraseAtTeam(ids: readonly string[]): void;
  putHolder(id: string, holder: Holder): void;
  /** The drawer no longer belongs to that palace; `null`: it is this palace's own. */
  dropHolder(id: string, palace: string | null): void;
  putConflict(conflict: TeamConflict): void;
  dropConflicts(id: string): void;
  /** Keeps what was erased for the team until that is confirmed there. */
  putUnconfirmed(ids: readonly string[]): void;
  dropUnconfirmed(ids: readonly string[]): void;
}

const ofList = 'IN (SELECT value FROM json_each(?))';

/** Drawers `d` of a wing `t` that were filed here and that the team may have, as the triggers of `teamTables.ts` say. */
const offered = `d.wing = t.wing AND t.wing_right <> 'reader' AND (t.includes_sensitive = 1 OR d.sensitive = 0)
  AND NOT (d.archived = 1 AND coalesce(d.archive_reason, '') IN ('source_changed', 'source_removed'))
  AND NOT EXISTS (SELECT 1 FROM team_drawers h WHERE h.drawer_id = d.id)`;

/** Fields that people have changed and that may differ at the team. */
const standing = [
  `SELECT d.id, d.wing, 'tag', json_quote(g.tag) FROM chosen d JOIN tags g ON g.drawer_id = d.id`,
  `SELECT d.id, d.wing, 'pinned', 'true' FROM chosen d WHERE d.pinned = 1`,
  `SELECT d.id, d.wing, 'importance', printf('%!.17g', d.importance) FROM chosen d WHERE d.importance <> 0.5`,
  `SELECT d.id, d.wing, 'superseded_by', json_quote(d.superseded_by) FROM chosen d WHERE d.superseded_by IS NOT NULL`,
].join(' UNION ALL ');

// oxlint-disable-next-line max-lines-per-function -- a table: one entry per write
export const teamWrites = (run: RunStatement, database: SqlDatabase): TeamWrites => ({
  shareWing: ({ wing, right, includesSensitive }) => {
    run(
      `INSERT INTO team_wings (wing, wing_right, includes_sensitive, pulled_seq, offer_from, offer_to)
        VALUES (?, ?, ?, 0, 0, (SELECT coalesce(max(rowid), 0) FROM drawers))
        ON CONFLICT (wing) DO UPDATE SET wing_right = excluded.wing_right, includes_sensitive = excluded.includes_sensitive,
          offer_from = CASE WHEN includes_sensitive < excluded.includes_sensitive OR (wing_right = 'reader' AND excluded.wing_right <> 'reader') THEN 0 ELSE offer_from END,
          offer_to = max(offer_to, excluded.offer_to)`,
      wing,
      right,
      Number(includesSensitive),
    );
  },
  unshareWing: (wing) => {
    run('DELETE FROM team_wings WHERE wing = ?', wing);
    run('DELETE FROM team_outbox WHERE wing = ?', wing);
  },
  pulledTo: (wing, seq) => void run('UPDATE team_wings SET pulled_seq = ? WHERE wing = ?', seq, wing),
  startOver: () =>
    void run(
      'UPDATE team_wings SET pulled_seq = 0, offer_from = 0, offer_to = (SELECT coalesce(max(rowid), 0) FROM drawers)',
    ),
  offer: (limit) => offer(run, database, limit),
  offerAgain: (rowids) =>
    void run(
      `INSERT INTO team_outbox (drawer_id, wing, field) SELECT d.id, d.wing, 'add' FROM json_each(?) j
        CROSS JOIN drawers d ON d.rowid = j.value JOIN team_wings t ON ${offered}`,
      JSON.stringify(rowids),
    ),
  putOutbox: ({ drawerId: id, wing, field, value }) =>
    void run(
      'INSERT INTO team_outbox (drawer_id, wing, field, value) VALUES (?, ?, ?, ?)',
      id,
      wing,
      field,
      value,
    ),
  dropOutbox: (upTo) => void run('DELETE FROM team_outbox WHERE number <= ?', upTo),
  dropOutboxOf: (wing) => void run('DELETE FROM team_outbox WHERE wing = ?', wing),
  dropEcho: (after, ids) =>
    void (ids === undefined
      ? run('DELETE FROM team_outbox WHERE number > ?', after)
      : run(`DELETE FROM team_outbox WHERE number > ? AND drawer_id ${ofList}`, after, JSON.stringify(ids))),
  eraseAtTeam: (ids) =>
    void run(
      `INSERT INTO team_outbox (drawer_id, wing, field) SELECT d.id, d.wing, 'erase' FROM drawers d JOIN team_wings t ON t.wing = d.wing
        WHERE d.id ${ofList} AND t.wing_right <> 'reader' AND (t.includes_sensitive = 1 OR d.sensitive = 0)`,
      JSON.stringify(ids),
    ),
  putHolder: (id, { palace, member }) =>
    void run(
      'INSERT OR REPLACE INTO team_drawers (drawer_id, palace, member) VALUES (?, ?, ?)',
      id,
      palace,
      member,
    ),
  dropHolder: (id, palace) =>
    void (palace === null
      ? run('DELETE FROM team_drawers WHERE drawer_id = ?', id)
      : run('DELETE FROM team_drawers WHERE drawer_id = ? AND palace = ?', id, palace)),
  putConflict: ({ drawerId: id, kind, one, other, member, at }) =>
    void run(
      'INSERT OR REPLACE INTO team_conflicts (drawer_id, kind, one, other, member, at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      kind,
      one,
      other,
      member,
      at,
    ),
  dropConflicts: (id) => void run('DELETE FROM team_conflicts WHERE drawer_id = ?', id),
  putUnconfirmed: (ids) =>
    void run('INSERT OR IGNORE INTO team_erased (drawer_id) SELECT value FROM json_each(?)', JSON.stringify(ids)),
  dropUnconfirmed: (ids) => void run(`DELETE FROM team_erased WHERE drawer_id ${ofList}`, JSON.stringify(ids)),
});

const offer = (run: RunStatement, database: SqlDatabase, limit: number): number => {
  const wing = database
    .statement(
      'SELECT wing, offer_from, offer_to FROM team_wings WHERE offer_from < offer_to ORDER BY wing LIMIT 1',
    )
    .first((row) => ({ name: row.text(0), from: row.number(1), to: row.number(2) }));
  if (wing === undefined) return 0;
  const rowids = database
    .statement(
      `SELECT d.rowid FROM drawers d JOIN team_wings t ON ${offered} WHERE t.wing = ? AND d.rowid > ? AND d.rowid <= ? ORDER BY d.rowid LIMIT ?`,
    )
    .all((row) => row.number(0), wing.name, wing.from, wing.to, limit);
  run(
    `INSERT INTO team_outbox (drawer_id, wing, field, value)
      WITH chosen AS (SELECT d.* FROM json_each(?) j CROSS JOIN drawers d ON d.rowid = j.value)
      SELECT d.id, d.wing, 'add', NULL FROM chosen d UNION ALL ${standing}`,
    JSON.stringify(rowids),
  );
  run(
    'UPDATE team_wings SET offer_from = ? WHERE wing = ?',
    rowids.length < limit ? wing.to : (rowids.at(-1) ?? wing.to),
    wing.name,
  );
  return rowids.length;
};
