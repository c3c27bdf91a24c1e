import { drawerId, type DrawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { commitTagPrefix, foldTag } from '../../model/drawer/tag.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** Where a secret is in a drawer's text; its value is never stored separately. */
export interface SecretFinding {
  /** The detector's rule, for instance `github_token`. */
  readonly rule: string;
  /** Half-open range of UTF-16 offsets in the drawer's text. */
  readonly start: number;
  readonly end: number;
}

interface FiledFinding extends SecretFinding {
  readonly rowid: number;
  readonly drawerId: DrawerId;
}

/** Reads of what is noted about drawers outside their columns. Unknown drawers give empty results. */
export interface AnnotationQueries {
  /** Tags in alphabetical order; drawers without any are left out. */
  tagsOf(ids: readonly DrawerId[]): ReadonlyMap<DrawerId, readonly string[]>;
  /** In order of filing, archived ones included. */
  drawerIdsTagged(tag: string): DrawerId[];
  /** The spellings in this palace of the given tags, letter case ignored; `sha:` tags are returned unchanged. */
  spellingsOf(tags: readonly string[]): string[];
  /** Every tag with the number of drawers that have it. */
  tagCounts(): ReadonlyMap<string, number>;
  propertiesOf(id: DrawerId): Readonly<Record<string, string>>;
  /** One property of several drawers; those without it are left out. */
  propertyOf(ids: readonly DrawerId[], name: string): ReadonlyMap<DrawerId, string>;
  /** In the order of the drawer's text. */
  findingsOf(id: DrawerId): SecretFinding[];
  /** Findings of drawers with a higher rowid, for at most `limit` drawers. */
  findingsPage(afterRowid: number, limit: number): FiledFinding[];
}

/** Writes of what is noted about drawers. A drawer that does not exist throws E_DRAWER_NOT_FOUND. */
export interface AnnotationWrites {
  addTags(id: DrawerId, tags: readonly string[]): void;
  removeTags(id: DrawerId, tags: readonly string[]): void;
  /** Sets the given properties; the others stay. */
  putProperties(id: DrawerId, properties: Readonly<Record<string, string>>): void;
  /** Replaces the earlier findings. */
  putFindings(id: DrawerId, findings: readonly SecretFinding[]): void;
}

/** Reads of tags, properties and secret findings. */
export const annotationQueries = (database: () => SqlDatabase): AnnotationQueries => ({
  tagsOf: (ids) => tagsOf(database(), ids),
  drawerIdsTagged: (tag) =>
    database()
      .statement('SELECT d.id FROM tags t JOIN drawers d ON d.id = t.drawer_id WHERE t.tag = ? ORDER BY d.rowid')
      .all((row) => drawerId(row.text(0)), tag),
  spellingsOf: (tags) => spellingsOf(database(), tags),
  tagCounts: () =>
    new Map(
      database()
        .statement('SELECT tag, count(*) FROM tags GROUP BY tag ORDER BY tag')
        .all((row) => [row.text(0), row.number(1)] as const),
    ),
  propertiesOf: (id) =>
    Object.fromEntries(
      database()
        .statement('SELECT name, value FROM drawer_properties WHERE drawer_id = ? ORDER BY name')
        .all((row) => [row.text(0), row.text(1)] as const, id),
    ),
  propertyOf: (ids, name) =>
    new Map(
      database()
        .statement(
          'SELECT p.drawer_id, p.value FROM json_each(?) j JOIN drawer_properties p ON p.drawer_id = j.value AND p.name = ?',
        )
        .all((row) => [drawerId(row.text(0)), row.text(1)] as const, JSON.stringify(ids), name),
    ),
  findingsOf: (id) =>
    database()
      .statement(
        'SELECT rule, span_start, span_end FROM secret_findings WHERE drawer_id = ? ORDER BY span_start, span_end, rule',
      )
      .all((row) => ({ rule: row.text(0), start: row.number(1), end: row.number(2) }), id),
  findingsPage: (afterRowid, limit) =>
    database()
      .statement(
        `SELECT d.rowid, d.id, f.rule, f.span_start, f.span_end
      FROM (SELECT rowid, id FROM drawers WHERE rowid > ? AND id IN (SELECT drawer_id FROM secret_findings) ORDER BY rowid LIMIT ?) d
      JOIN secret_findings f ON f.drawer_id = d.id ORDER BY d.rowid, f.span_start, f.span_end, f.rule`,
      )
      .all(
        (row) => ({
          rowid: row.number(0),
          drawerId: drawerId(row.text(1)),
          rule: row.text(2),
          start: row.number(3),
          end: row.number(4),
        }),
        afterRowid,
        limit,
      ),
});

const tagsOf = (database: SqlDatabase, ids: readonly DrawerId[]): ReadonlyMap<DrawerId, readonly string[]> => {
  const tags = new Map<DrawerId, string[]>();
  const rows = database
    .statement(
      'SELECT t.drawer_id, t.tag FROM json_each(?) j JOIN tags t ON t.drawer_id = j.value ORDER BY t.drawer_id, t.tag',
    )
    .all((row) => ({ id: drawerId(row.text(0)), tag: row.text(1) }), JSON.stringify([...new Set(ids)]));
  for (const { id, tag } of rows) {
    const known = tags.get(id);
    if (known === undefined) tags.set(id, [tag]);
    else known.push(tag);
  }
  return tags;
};

/** The first string after all that begin with `sha:`. */
const behindCommitTags = 'sha;';

const spellingsOf = (database: SqlDatabase, tags: readonly string[]): string[] => {
  const commits = tags.filter((tag) => tag.startsWith(commitTagPrefix));
  const wanted = new Set(tags.filter((tag) => !tag.startsWith(commitTagPrefix)).map(foldTag));
  // Each commit has a tag of its own, so the query skips their part of the index.
  const used =
    wanted.size === 0
      ? []
      : database
          .statement(
            `SELECT DISTINCT tag FROM tags WHERE tag < '${commitTagPrefix}' UNION ALL SELECT DISTINCT tag FROM tags WHERE tag >= '${behindCommitTags}'`,
          )
          .all((row) => row.text(0));
  return [...commits, ...used.filter((tag) => wanted.has(foldTag(tag)))];
};

/** Deletes what is noted about a drawer, by its ID. */
export const deleteAnnotations = [
  'DELETE FROM tags WHERE drawer_id = ?',
  'DELETE FROM drawer_properties WHERE drawer_id = ?',
  'DELETE FROM secret_findings WHERE drawer_id = ?',
] as const;

/** Writes of tags, properties and findings. `changed` is called for each drawer concerned. */
export const annotationWrites = (
  run: RunStatement,
  rowidOf: (id: DrawerId) => number | undefined,
  changed: (rowid: number) => void,
): AnnotationWrites => {
  const noted = (id: DrawerId): void => {
    const rowid = rowidOf(id);
    if (rowid === undefined)
      throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
    changed(rowid);
  };
  return {
    addTags: (id, tags) => {
      noted(id);
      for (const tag of tags) run('INSERT OR IGNORE INTO tags (drawer_id, tag) VALUES (?, ?)', id, tag);
    },
    removeTags: (id, tags) => {
      noted(id);
      for (const tag of tags) run('DELETE FROM tags WHERE drawer_id = ? AND tag = ?', id, tag);
    },
    putProperties: (id, properties) => {
      noted(id);
      for (const [name, value] of Object.entries(properties))
        run('INSERT OR REPLACE INTO drawer_properties (drawer_id, name, value) VALUES (?, ?, ?)', id, name, value);
    },
    putFindings: (id, findings) => {
      noted(id);
      run('DELETE FROM secret_findings WHERE drawer_id = ?', id);
      for (const { rule, start, end } of findings)
        run(
          'INSERT OR IGNORE INTO secret_findings (drawer_id, rule, span_start, span_end) VALUES (?, ?, ?, ?)',
          id,
          rule,
          start,
          end,
        );
    },
  };
};
