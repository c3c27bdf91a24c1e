import type { SourceId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { WriteTransaction } from '../palaceStore.ts';
import { deleteClosetsOfSource } from '../queries/closets.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import type { WriteContext } from './writeContext.ts';

/** Writes of sources. */
export const sourceWrites = ({
  database,
  run,
  read,
  recorder,
}: WriteContext): Pick<WriteTransaction, 'putSource' | 'removeSource'> => ({
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
    // The source's drawers now have the new path.
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
});

const rowidsOfSource = (database: SqlDatabase, id: SourceId): number[] =>
  database.statement('SELECT rowid FROM drawers WHERE source_id = ?').all((row) => row.number(0), id);
