import { ageingQueries } from './queries/ageing.ts';
import { archiveQueries } from './queries/archive.ts';
import { annotationQueries } from './queries/annotations.ts';
import { closetQueries } from './queries/closets.ts';
import { erasureQueries } from './queries/mentions/erasure.ts';
import type { DrawerId, SourceId } from '../model/drawer/ids.ts';
import type { SourceKind } from '../model/source/source.ts';
import { countDrawers, liveDrawersBySource } from './queries/drawerCounts.ts';
import { pageOfDrawers } from './queries/drawerPage.ts';
import {
  drawerColumns,
  drawersWithSource,
  indexedColumns,
  readDrawer,
  readIndexed,
  readSource,
  sourceColumns,
} from './queries/drawerRow.ts';
import { ascending } from './queries/ascending.ts';
import type { ReadQueries } from './palaceStore.ts';
import { noteCheckQueries } from './queries/noteChecks.ts';
import { partsOfNotes } from './queries/partsOfNotes.ts';
import { planQueries } from './queries/plans.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { moveQueries } from './queries/moves.ts';
import { patternQueries } from './queries/patterns.ts';
import { nameQueries } from './queries/mentions/names.ts';
import { requestQueries } from './queries/requests.ts';
import { teamQueries } from './queries/team.ts';
import { transferQueries } from './queries/transfer.ts';
import { turnQueries } from './queries/turns.ts';
import { usageQueries } from './queries/usage.ts';
import { rowidsWithoutVector, scanVectors, vectorCounts, vectorModels, visitVectors } from './queries/vectors.ts';

/** Reads of one palace. `database` is called for each read, because the store may have to reopen the file. */
// oxlint-disable-next-line max-lines-per-function -- a table: one entry per read
export const readQueries = (database: () => SqlDatabase): ReadQueries => {
  const drawers = (condition: string, values: readonly (string | number)[]) =>
    database()
      .statement(`SELECT ${drawerColumns} FROM ${drawersWithSource} ${condition}`)
      .all(readDrawer, ...values);

  const annotations = annotationQueries(database);

  return {
    drawersByRowid: (rowids) => rowids.flatMap((rowid) => drawers('WHERE d.rowid = ?', [rowid])),
    drawerById: (id: DrawerId) => drawers('WHERE d.id = ?', [id])[0],
    drawersOfSource: (id: SourceId) => drawers('WHERE d.source_id = ? ORDER BY d.chunk_index, d.rowid', [id]),
    partsOfNotes: (ids) => partsOfNotes(database(), ids),
    scanDrawers: (afterRowid, limit) =>
      ascending(drawers('WHERE d.rowid > ? ORDER BY d.rowid LIMIT ?', [afterRowid, limit]), afterRowid),
    scanIndexed: (afterRowid, limit, paths) =>
      ascending(
        database()
          .statement(`SELECT ${indexedColumns} FROM drawers WHERE rowid > ? ORDER BY rowid LIMIT ?`)
          .all((row) => readIndexed(row, paths), afterRowid, limit),
        afterRowid,
      ),
    page: (filter, cursor, limit) =>
      pageOfDrawers(
        database(),
        filter.tags === undefined ? filter : { ...filter, tags: annotations.spellingsOf(filter.tags) },
        cursor,
        limit,
      ),
    counts: () => countDrawers(database()),
    liveDrawersBySource: () => liveDrawersBySource(database()),
    sourceById: (id: SourceId) =>
      database().statement(`SELECT ${sourceColumns} FROM sources WHERE id = ?`).first(readSource, id),
    sourceByPath: (kind: SourceKind, path: string) =>
      database()
        .statement(
          `SELECT ${sourceColumns} FROM sources WHERE path = ? AND kind = ? ORDER BY mined_at DESC LIMIT 1`,
        )
        .first(readSource, path, kind),
    sources: (kind?: SourceKind) =>
      kind === undefined
        ? database().statement(`SELECT ${sourceColumns} FROM sources ORDER BY path, id`).all(readSource)
        : database()
            .statement(`SELECT ${sourceColumns} FROM sources WHERE kind = ? ORDER BY path, id`)
            .all(readSource, kind),
    sourcePaths: () =>
      new Map(
        database()
          .statement("SELECT id, path FROM sources WHERE path <> ''")
          .all((row) => [row.text(0), row.text(1)] as const),
      ),
    scanVectors: (modelId, afterRowid, limit) => scanVectors(database(), modelId, afterRowid, limit),
    visitVectors: (modelId, afterRowid, limit, visit) =>
      visitVectors(database(), modelId, afterRowid, limit, visit),
    rowidsWithoutVector: (modelId, limit) => rowidsWithoutVector(database(), modelId, limit),
    vectorCounts: (modelId) => vectorCounts(database(), modelId),
    vectorModels: () => vectorModels(database()),
    meta: (key) =>
      database()
        .statement('SELECT value FROM meta WHERE key = ?')
        .first((row) => row.text(0), key),
    usage: usageQueries(database),
    team: teamQueries(database),
    ...annotations,
    ...closetQueries(database),
    ...erasureQueries(database),
    ...planQueries(database),
    ...transferQueries(database),
    ...ageingQueries(database),
    ...archiveQueries(database),
    ...patternQueries(database),
    ...moveQueries(database),
    ...requestQueries(database),
    ...turnQueries(database),
    ...nameQueries(database),
    ...noteCheckQueries(database),
  };
};
