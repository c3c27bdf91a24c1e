import type { NewDrawer } from '../model/drawer.ts';
import type { DrawerId, SourceId } from '../model/ids.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import { annotationWrites, deleteAnnotations } from './queries/annotations.ts';
import type { ChangeRecorder } from './changeRecorder.ts';
import { closetWrites, deleteClosetsOfSource } from './queries/closets.ts';
import { assignments, type DrawerPatch } from './queries/drawerPatch.ts';
import { newDrawerColumns, newDrawerValues } from './queries/drawerRow.ts';
import { putLtp } from './queries/ltp.ts';
import type { ReadQueries, WriteTransaction } from './palaceStore.ts';
import { patternWrites } from './queries/patterns.ts';
import { planWrites } from './queries/plans.ts';
import type { RunStatement, SqlDatabase } from './realFile/sqlDatabase.ts';
import { requestWrites } from './queries/requests.ts';
import { transferWrites } from './queries/transfer.ts';
import { carryUsage, countPairs, logQueries, pruneUsage } from './queries/usage.ts';
import { modelNumberFor } from './queries/vectors.ts';

const insertDrawer = `INSERT INTO drawers (${newDrawerColumns.join(', ')}) VALUES (${newDrawerColumns.map(() => '?').join(', ')}) RETURNING rowid`;

/** What goes with a drawer, by the drawer's ID. */
const deleteByDrawerId = [
  ...deleteAnnotations,
  'DELETE FROM access_log WHERE drawer_id = ?',
  'DELETE FROM ltp WHERE drawer_id = ?',
  'DELETE FROM rejections WHERE drawer_id = ?',
  'DELETE FROM co_access WHERE a = ?',
  'DELETE FROM co_access WHERE b = ?',
] as const;

const deleteVectorsOfDrawer = 'DELETE FROM vectors WHERE model_id IN (SELECT id FROM models) AND drawer_rowid = ?';

/** The writes of one piece of work, inside the savepoint that its caller holds. `end` makes all later calls throw. */
export const writeTransaction = (
  database: SqlDatabase,
  read: ReadQueries,
  recorder: ChangeRecorder,
): { readonly transaction: WriteTransaction; readonly end: () => void } => {
  let ended = false;
  const run: RunStatement = (sql, ...values) => {
    if (ended)
      throw new PalaceError('E_SQL', 'A transaction was used after its end; its work must not be asynchronous.');
    return database.statement(sql).run(...values);
  };
  const idOf = (rowid: number): string | undefined =>
    database.statement('SELECT id FROM drawers WHERE rowid = ?').first((row) => row.text(0), rowid);

  /** It is still there, and did not become sensitive while it was embedded. */
  const isEmbeddable = (rowid: number): boolean =>
    database.statement('SELECT sensitive FROM drawers WHERE rowid = ?').first((row) => row.number(0), rowid) === 0;

  const insert = (drawer: NewDrawer, sourceFile: string | null): number => {
    if (ended) run(insertDrawer);
    const rowid = database.statement(insertDrawer).first((row) => row.number(0), ...newDrawerValues(drawer));
    if (rowid === undefined) throw new PalaceError('E_SQL', errorText`Drawer ${drawer.id} got no row.`);
    recorder.inserted({
      ...drawer,
      rowid,
      sourceFile,
      archived: false,
      archivedAt: null,
      archiveReason: null,
      supersededBy: null,
      consolidatedInto: null,
      accessCount: 0,
      lastAccessed: null,
    });
    return rowid;
  };

  const rowidOf = (id: DrawerId): number | undefined =>
    database.statement('SELECT rowid FROM drawers WHERE id = ?').first((row) => row.number(0), id);

  const transaction: WriteTransaction = {
    read,
    ...annotationWrites(run, rowidOf, (rowid) => recorder.updated(rowid)),
    ...closetWrites(run, (id) => recorder.closets(id)),
    ...planWrites(run, rowidOf, (rowid) => recorder.updated(rowid)),
    ...transferWrites(
      run,
      rowidOf,
      (rowid) => recorder.updated(rowid),
      () => recorder.touch(),
    ),
    ...patternWrites(run, () => recorder.touch()),
    ...requestWrites(run, database),
    putSource: (source) => {
      const moved = read.sourceById(source.id)?.path !== source.path;
      run(
        `INSERT INTO sources (id, kind, path, path_folded, hash, size, mtime, normalize_version, mined_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, path = excluded.path, path_folded = excluded.path_folded, hash = excluded.hash,
          size = excluded.size, mtime = excluded.mtime, normalize_version = excluded.normalize_version, mined_at = excluded.mined_at`,
        source.id,
        source.kind,
        source.path,
        source.path.toLowerCase(),
        source.hash,
        source.size,
        source.mtimeMs,
        source.normalizeVersion,
        source.minedAt,
      );
      recorder.touch();
      // Their drawers are known under the new path from now on.
      if (moved) for (const rowid of rowidsOfSource(database, source.id)) recorder.updated(rowid);
    },
    removeSource: (id) => {
      const drawers = database
        .statement('SELECT count(*), coalesce(sum(archived), 0) FROM drawers WHERE source_id = ?')
        .first((row) => ({ all: row.number(0), archived: row.number(1) }), id) ?? { all: 0, archived: 0 };
      if (drawers.all > drawers.archived) {
        throw new PalaceError(
          'E_SQL',
          errorText`Source ${id} can't be removed: ${drawers.all - drawers.archived} of its drawers are neither removed nor archived.`,
        );
      }
      if (drawers.all > 0) return;
      for (const sql of [deleteClosetsOfSource, 'DELETE FROM sources WHERE id = ?']) run(sql, id);
      recorder.closets(id);
      recorder.touch();
    },
    insertDrawers: (drawers) => {
      const paths = new Map<SourceId, string>();
      const pathOf = (id: SourceId): string => {
        const path = paths.get(id) ?? read.sourceById(id)?.path;
        if (path === undefined)
          throw new PalaceError('E_SQL', errorText`The source ${id} must be stored before its drawers.`);
        paths.set(id, path);
        return path;
      };
      return drawers.map((drawer) =>
        insert(drawer, drawer.sourceId === null ? null : pathOf(drawer.sourceId) || null),
      );
    },
    updateDrawers: (patches) => {
      for (const patch of patches) {
        update(run, recorder, patch);
        // What is sensitive is never embedded: the vector it had leaves with the mark.
        if (patch.sensitive === true) {
          run(deleteVectorsOfDrawer, patch.rowid);
          recorder.unembedded(patch.rowid);
        }
      }
    },
    deleteDrawers: (rowids) => {
      for (const rowid of rowids) {
        const id = idOf(rowid);
        if (id === undefined) continue;
        for (const sql of deleteByDrawerId) run(sql, id);
        run(deleteVectorsOfDrawer, rowid);
        run('DELETE FROM drawers WHERE rowid = ?', rowid);
        recorder.deleted(rowid);
      }
    },
    putVectors: (vectors) => {
      for (const vector of vectors) {
        if (!isEmbeddable(vector.rowid)) continue;
        const { buffer, byteOffset, byteLength } = vector.data;
        run(
          'INSERT OR REPLACE INTO vectors (drawer_rowid, model_id, scale, data) VALUES (?, ?, ?, ?)',
          vector.rowid,
          modelNumberFor(database, vector.modelId),
          vector.scale,
          new Uint8Array(buffer, byteOffset, byteLength),
        );
        recorder.vector(vector);
      }
    },
    removeVectors: (modelId, limit) => {
      const removed = run(
        'DELETE FROM vectors WHERE rowid IN (SELECT v.rowid FROM vectors v JOIN models m ON m.id = v.model_id WHERE m.name = ? ORDER BY v.drawer_rowid LIMIT ?)',
        modelId,
        limit,
      );
      if (removed > 0) recorder.cleared(modelId);
      return removed;
    },
    recordAccess: (accesses) => {
      for (const { rowid, sessionId, kind, at } of accesses) {
        const isFirst = run(
          'INSERT OR IGNORE INTO access_log (drawer_id, session_id, kind, at) SELECT id, ?, ?, ? FROM drawers WHERE rowid = ?',
          sessionId,
          kind,
          at,
          rowid,
        );
        if (isFirst === 0) continue;
        run('UPDATE drawers SET access_count = access_count + 1, last_accessed = ? WHERE rowid = ?', at, rowid);
        countPairs(run, database, idOf(rowid) ?? '', sessionId, at);
        recorder.updated(rowid);
      }
    },
    carryUsage: (from, to) => {
      const rowid = rowidOf(to);
      if (rowid === undefined)
        throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${to} in this palace.`);
      carryUsage(run, from, to);
      recorder.updated(rowid);
    },
    putLtp: (rows, at) => putLtp(run, rows, at),
    logQueries: (queries) => logQueries(run, queries),
    pruneUsage: (limits) => pruneUsage(run, limits),
    setMeta: (key, value) => {
      run(
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        value,
      );
      recorder.touch();
    },
  };
  return { transaction, end: () => (ended = true) };
};

const update = (run: RunStatement, recorder: ChangeRecorder, patch: DrawerPatch): void => {
  const changes = assignments(patch);
  if (changes.length === 0) return;
  const changed = run(
    `UPDATE drawers SET ${changes.map(({ column }) => `${column} = ?`).join(', ')} WHERE rowid = ?`,
    ...changes.map(({ value }) => value),
    patch.rowid,
  );
  if (changed === 0)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer in row ${patch.rowid}.`);
  recorder.updated(patch.rowid);
};

const rowidsOfSource = (database: SqlDatabase, id: SourceId): number[] =>
  database.statement('SELECT rowid FROM drawers WHERE source_id = ?').all((row) => row.number(0), id);
