import { teamTables } from './teamTables.ts';

/** One step of the schema's history. Steps only add; a released one never changes. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/**
 * All steps from an empty file to the current schema, by version. Times are UTC ISO-8601. `text` is the last
 * column, so that reading the other columns of a long drawer does not pass through it.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

      CREATE TABLE sources (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL,
        path_folded TEXT NOT NULL, -- in lower case, for searching by part of it
        hash TEXT NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL, normalize_version INTEGER NOT NULL, mined_at TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX sources_by_path ON sources (path, id);

      CREATE TABLE drawers (
        rowid INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused
        id TEXT NOT NULL UNIQUE,
        wing TEXT NOT NULL, room TEXT NOT NULL, type TEXT NOT NULL, source_id TEXT,
        span_start INTEGER, span_end INTEGER, line_start INTEGER, line_end INTEGER, chunk_index INTEGER NOT NULL,
        content_hash TEXT NOT NULL, filed_at TEXT NOT NULL, created_at TEXT NOT NULL,
        tier TEXT NOT NULL, importance REAL NOT NULL, pinned INTEGER NOT NULL, sensitive INTEGER NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0, archived_at TEXT, archive_reason TEXT,
        superseded_by TEXT, consolidated_into TEXT,
        access_count INTEGER NOT NULL DEFAULT 0, last_accessed TEXT,
        speaker TEXT, exchange INTEGER, part INTEGER,
        text TEXT NOT NULL
      );
      CREATE INDEX drawers_by_source ON drawers (source_id, chunk_index);
      CREATE INDEX drawers_by_place ON drawers (archived, wing, room, type, tier);
      CREATE INDEX drawers_to_embed ON drawers (access_count DESC, filed_at DESC) WHERE archived = 0 AND sensitive = 0;

      CREATE TABLE models (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
      CREATE TABLE vectors (
        drawer_rowid INTEGER NOT NULL, model_id INTEGER NOT NULL, scale REAL NOT NULL, data BLOB NOT NULL
      );
      CREATE UNIQUE INDEX vectors_by_drawer ON vectors (model_id, drawer_rowid); -- by itself a list of what is embedded

      CREATE TABLE closets (id TEXT PRIMARY KEY, source_id TEXT NOT NULL, ordinal INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX closets_by_source ON closets (source_id, ordinal);
      CREATE TABLE closet_lines (
        closet_id TEXT NOT NULL, ordinal INTEGER NOT NULL, topic TEXT NOT NULL, entities TEXT NOT NULL, drawer_ids TEXT NOT NULL,
        PRIMARY KEY (closet_id, ordinal)
      ) WITHOUT ROWID;

      CREATE TABLE tags (drawer_id TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (drawer_id, tag)) WITHOUT ROWID;
      CREATE INDEX tags_by_tag ON tags (tag);

      CREATE TABLE access_log (
        drawer_id TEXT NOT NULL, session_id TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (drawer_id, session_id)
      ) WITHOUT ROWID;
      CREATE INDEX access_log_by_time ON access_log (at);
      CREATE TABLE co_access (a TEXT NOT NULL, b TEXT NOT NULL, count INTEGER NOT NULL, last_at TEXT NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE INDEX co_access_by_b ON co_access (b);
      CREATE TABLE query_log (id INTEGER PRIMARY KEY, text TEXT NOT NULL, at TEXT NOT NULL, result_ids TEXT NOT NULL);
      CREATE TABLE ltp (drawer_id TEXT PRIMARY KEY, accesses_in_window INTEGER NOT NULL, ltp_score REAL NOT NULL, scanned_at TEXT NOT NULL) WITHOUT ROWID;

      CREATE TABLE patterns (
        id TEXT PRIMARY KEY, label TEXT NOT NULL, entry_ids TEXT NOT NULL, occurrence_count INTEGER NOT NULL,
        first_seen TEXT NOT NULL, last_seen TEXT NOT NULL, resolved INTEGER NOT NULL DEFAULT 0
      ) WITHOUT ROWID;
      CREATE TABLE plans (id TEXT PRIMARY KEY, state TEXT NOT NULL, created_at TEXT NOT NULL, palace_revision INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE rejections (drawer_id TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    sql: `
      DROP TABLE closet_lines; -- a closet's lines are in its text
      DROP TABLE closets; -- nothing was ever written to either; rows in the order of writing keep new ones together
      CREATE TABLE closets (source_id TEXT NOT NULL, ordinal INTEGER NOT NULL, text TEXT NOT NULL);
      CREATE UNIQUE INDEX closets_by_source ON closets (source_id, ordinal);
      CREATE TABLE drawer_properties (drawer_id TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (drawer_id, name)) WITHOUT ROWID;
      CREATE TABLE secret_findings (
        drawer_id TEXT NOT NULL, rule TEXT NOT NULL, span_start INTEGER NOT NULL, span_end INTEGER NOT NULL,
        PRIMARY KEY (drawer_id, span_start, span_end, rule)
      ) WITHOUT ROWID;
    `,
  },
  {
    version: 3,
    // Drawers that are no notes and have the default tier get the tier of their type. For those that move down, the
    // time in the new tier counts from now.
    sql: `
      INSERT OR IGNORE INTO drawer_properties (drawer_id, name, value)
        SELECT d.id, 'tier_since', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM drawers d LEFT JOIN sources s ON s.id = d.source_id
        WHERE d.tier = 'working' AND d.type IN ('handoff', 'progress') AND d.pinned = 0 AND d.access_count < 3 AND coalesce(s.kind, '') <> 'note';
      UPDATE drawers SET tier = 'ephemeral'
        WHERE tier = 'working' AND type IN ('handoff', 'progress') AND pinned = 0 AND access_count < 3
        AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.id = drawers.source_id AND s.kind = 'note');
      UPDATE drawers SET tier = 'longterm'
        WHERE tier = 'working' AND type IN ('reference', 'summary')
        AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.id = drawers.source_id AND s.kind = 'note');
      CREATE INDEX drawers_that_age ON drawers (filed_at) WHERE archived = 0 AND type NOT IN ('file', 'conversation');
      CREATE INDEX drawers_pinned ON drawers (filed_at) WHERE archived = 0 AND pinned = 1;
      CREATE INDEX drawers_archived ON drawers (archived_at, archive_reason) WHERE archived = 1;
    `,
  },
  {
    version: 4,
    // Lets a session find its notes without reading through a long history of commits.
    sql: `CREATE INDEX drawers_notes ON drawers (filed_at) WHERE archived = 0 AND type NOT IN ('file', 'conversation', 'git_commit')`,
  },
  {
    version: 5,
    // Requests that have taken effect, so that none takes effect twice; `number` gives their order.
    sql: `CREATE TABLE requests (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at TEXT NOT NULL, answer TEXT NOT NULL)`,
  },
  {
    version: 6,
    // Saved notes that are still to be compared with others, or were; `outcome` is JSON once `checked_at` is set.
    sql: `CREATE TABLE note_checks (drawer_id TEXT PRIMARY KEY, curate TEXT NOT NULL, saved_at TEXT NOT NULL, checked_at TEXT, outcome TEXT) WITHOUT ROWID`,
  },
  {
    version: 7,
    // Lets compaction find what is marked as replaced without reading every drawer.
    sql: `CREATE INDEX drawers_superseded ON drawers (superseded_by) WHERE archived = 0 AND superseded_by IS NOT NULL`,
  },
  {
    version: 8,
    // `ltp_due`: drawers whose accesses changed since their row in `ltp` was written. Rows from before are due, too.
    sql: `
      ALTER TABLE ltp ADD COLUMN window_days REAL NOT NULL DEFAULT 0;
      ALTER TABLE ltp ADD COLUMN expires_at TEXT NOT NULL DEFAULT '';
      CREATE TABLE ltp_due (drawer_id TEXT PRIMARY KEY) WITHOUT ROWID;
      INSERT INTO ltp_due SELECT DISTINCT drawer_id FROM access_log;
      CREATE TRIGGER access_logged AFTER INSERT ON access_log BEGIN INSERT OR IGNORE INTO ltp_due VALUES (new.drawer_id); END;
      CREATE TRIGGER access_dropped AFTER DELETE ON access_log BEGIN INSERT OR IGNORE INTO ltp_due VALUES (old.drawer_id); END;
    `,
  },
  {
    version: 9,
    // What maintenance and agents moved, so that it can be reported and undone; `to_tier` is null for the archive.
    sql: `
      CREATE TABLE move_batches (
        id TEXT PRIMARY KEY, at TEXT NOT NULL, by_whom TEXT NOT NULL, reason TEXT, plan_id TEXT, told_at TEXT
      ) WITHOUT ROWID;
      CREATE INDEX move_batches_by_time ON move_batches (at);
      CREATE TABLE moves (
        batch TEXT NOT NULL, drawer_id TEXT NOT NULL, from_tier TEXT NOT NULL, to_tier TEXT, reason TEXT NOT NULL,
        PRIMARY KEY (batch, drawer_id)
      ) WITHOUT ROWID;
    `,
  },
  // What a palace shares with a team: docs/team.md.
  { version: 10, sql: teamTables },
  {
    version: 11,
    // Lists the drawers that may be embedded; which comes first depends on more than an index could hold.
    sql: `
      DROP INDEX drawers_to_embed;
      CREATE INDEX drawers_to_embed ON drawers (archived) WHERE archived = 0 AND sensitive = 0;
    `,
  },
];

/** The keys that `meta` has in every palace. */
export const metaKey = {
  schemaVersion: 'schema_version',
  revision: 'palace_revision',
  createdAt: 'created_at',
} as const;

export const newestSchema = (steps: readonly Migration[]): number =>
  Math.max(...steps.map(({ version }) => version));
