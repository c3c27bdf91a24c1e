/** The present time, in the form of every time in a palace. */
const now = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/**
 * Whether the team has this row of `drawers`: its wing is shared by somebody who may write there, it is not
 * sensitive (unless the wing includes sensitive drawers), and its source has neither changed nor gone here.
 */
const isShared = (row: string): string =>
  `(EXISTS (SELECT 1 FROM team_wings t WHERE t.wing = ${row}.wing AND t.wing_right <> 'reader' AND (t.includes_sensitive = 1 OR ${row}.sensitive = 0))
    AND NOT (${row}.archived = 1 AND coalesce(${row}.archive_reason, '') IN ('source_changed', 'source_removed')))`;

const hasTeam = 'EXISTS (SELECT 1 FROM team_wings)';
const note = 'INSERT INTO team_outbox (drawer_id, wing, field, value)';
const isSame = 'old.id = new.id AND old.wing = new.wing';
/** A field that changed, with its new value as JSON. */
const changed = (column: string, json: string, columns = [column]): string =>
  `SELECT '${column}' AS field, ${json} AS value WHERE ${columns.map((each) => `new.${each} IS NOT old.${each}`).join(' OR ')}`;

/**
 * What a palace shares with a team. The triggers write each change of a shared wing into `team_outbox`, in the
 * transaction that makes it, whoever makes it. Without a shared wing they do nothing. A value is JSON; the drawer
 * of an `add` is read when it is sent, and a replacement follows as a separate change, which the team can refuse.
 */
export const teamTables = `
  CREATE TABLE team_wings (
    wing TEXT PRIMARY KEY, wing_right TEXT NOT NULL, includes_sensitive INTEGER NOT NULL,
    pulled_seq INTEGER NOT NULL, -- the team's changes up to this one are here
    offer_from INTEGER NOT NULL, offer_to INTEGER NOT NULL -- drawers after the one rowid and up to the other are still to be offered
  ) WITHOUT ROWID;
  CREATE TABLE team_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused
    drawer_id TEXT NOT NULL, wing TEXT NOT NULL, field TEXT NOT NULL, value TEXT, at TEXT NOT NULL DEFAULT (${now})
  );
  CREATE INDEX team_outbox_by_drawer ON team_outbox (drawer_id, field);
  CREATE TABLE team_drawers (drawer_id TEXT NOT NULL, palace TEXT NOT NULL, member TEXT NOT NULL, PRIMARY KEY (drawer_id, palace)) WITHOUT ROWID;
  CREATE TABLE team_conflicts (
    drawer_id TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, member TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (drawer_id, one, other)
  ) WITHOUT ROWID;
  CREATE TABLE team_erased (drawer_id TEXT PRIMARY KEY) WITHOUT ROWID; -- erased here for the team, which is still to be told

  CREATE TRIGGER team_filed AFTER INSERT ON drawers WHEN ${hasTeam} BEGIN
    ${note} SELECT new.id, new.wing, 'add', NULL WHERE ${isShared('new')}; END;
  CREATE TRIGGER team_removed AFTER DELETE ON drawers WHEN ${hasTeam} BEGIN
    ${note} SELECT old.id, old.wing, 'remove', NULL WHERE ${isShared('old')}; END;
  CREATE TRIGGER team_changed AFTER UPDATE OF id, wing, room, tier, importance, pinned, sensitive, archived, archived_at, archive_reason, superseded_by, consolidated_into
    ON drawers WHEN ${hasTeam} BEGIN
    ${note} SELECT old.id, old.wing,
        CASE WHEN ${isSame} AND new.sensitive > old.sensitive AND NOT EXISTS (SELECT 1 FROM team_drawers d WHERE d.drawer_id = old.id) THEN 'erase' ELSE 'remove' END, NULL
      WHERE ${isShared('old')} AND NOT (${isSame} AND ${isShared('new')});
    ${note} SELECT new.id, new.wing, a.field, a.value FROM (
        SELECT 'add' AS field, NULL AS value UNION ALL SELECT 'superseded_by', json_quote(new.superseded_by) WHERE new.superseded_by IS NOT NULL
      ) a WHERE ${isShared('new')} AND NOT (${isSame} AND ${isShared('old')});
    ${note} SELECT new.id, new.wing, f.field, f.value FROM (
        ${[
          changed('room', 'json_quote(new.room)'),
          changed('tier', 'json_quote(new.tier)'),
          changed('importance', "printf('%!.17g', new.importance)"),
          changed('pinned', "CASE new.pinned WHEN 1 THEN 'true' ELSE 'false' END"),
          changed(
            'archived',
            "CASE new.archived WHEN 1 THEN json_object('at', coalesce(new.archived_at, new.filed_at), 'reason', coalesce(new.archive_reason, '')) ELSE 'null' END",
            ['archived', 'archived_at', 'archive_reason'],
          ),
          changed('superseded_by', 'json_quote(new.superseded_by)'),
          changed('consolidated_into', 'json_quote(new.consolidated_into)'),
        ].join(' UNION ALL ')}
      ) f WHERE ${isSame} AND ${isShared('old')} AND ${isShared('new')}; END;
  CREATE TRIGGER team_tagged AFTER INSERT ON tags WHEN ${hasTeam} BEGIN
    ${note} SELECT d.id, d.wing, 'tag', json_quote(new.tag) FROM drawers d WHERE d.id = new.drawer_id AND ${isShared('d')}; END;
  CREATE TRIGGER team_untagged AFTER DELETE ON tags WHEN ${hasTeam} BEGIN
    ${note} SELECT d.id, d.wing, 'untag', json_quote(old.tag) FROM drawers d WHERE d.id = old.drawer_id AND ${isShared('d')}; END;
`;
