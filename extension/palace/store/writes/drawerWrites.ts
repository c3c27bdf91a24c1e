import type { NewDrawer } from '../../model/drawer/drawer.ts';
import type { SourceId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { ChangeRecorder } from './changeRecorder.ts';
import type { WriteTransaction } from '../palaceStore.ts';
import { deleteAnnotations } from '../queries/annotations.ts';
import { assignments, type DrawerPatch } from '../queries/drawerPatch.ts';
import { newDrawerColumns, newDrawerValues } from '../queries/drawerRow.ts';
import type { RunStatement } from '../realFile/sqlDatabase.ts';
import { deleteVectorsOfDrawer } from './vectorWrites.ts';
import type { WriteContext } from './writeContext.ts';

const insertDrawer = `INSERT INTO drawers (${newDrawerColumns.join(', ')}) VALUES (${newDrawerColumns.map(() => '?').join(', ')}) RETURNING rowid`;

/** Deletes what belongs to a drawer, by the drawer's ID. */
const deleteByDrawerId = [
  ...deleteAnnotations,
  'DELETE FROM access_log WHERE drawer_id = ?',
  'DELETE FROM ltp WHERE drawer_id = ?',
  'DELETE FROM ltp_due WHERE drawer_id = ?',
  'DELETE FROM rejections WHERE drawer_id = ?',
  'DELETE FROM note_checks WHERE drawer_id = ?',
  'DELETE FROM team_drawers WHERE drawer_id = ?',
  'DELETE FROM co_access WHERE a = ?',
  'DELETE FROM co_access WHERE b = ?',
] as const;

/** Writes of drawers. Deleting a drawer also deletes what is noted about it. */
export const drawerWrites = (
  context: WriteContext,
): Pick<WriteTransaction, 'insertDrawers' | 'updateDrawers' | 'deleteDrawers'> => {
  const { run, read, recorder, idOf } = context;
  return {
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
        insert(context, drawer, drawer.sourceId === null ? null : pathOf(drawer.sourceId) || null),
      );
    },
    updateDrawers: (patches) => {
      for (const patch of patches) {
        update(run, recorder, patch);
        // Sensitive drawers are never embedded: a drawer that becomes sensitive loses its vectors.
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
        // First, so that the tags of a deleted drawer do not count as removed from it.
        run('DELETE FROM drawers WHERE rowid = ?', rowid);
        for (const sql of deleteByDrawerId) run(sql, id);
        run(deleteVectorsOfDrawer, rowid);
        recorder.deleted(rowid);
      }
    },
  };
};

const insert = (
  { database, demandOpen, recorder }: WriteContext,
  drawer: NewDrawer,
  sourceFile: string | null,
): number => {
  demandOpen();
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
