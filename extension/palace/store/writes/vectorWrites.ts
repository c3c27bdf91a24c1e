import type { WriteTransaction } from '../palaceStore.ts';
import { modelNumberFor } from '../queries/vectors.ts';
import type { WriteContext } from './writeContext.ts';

/** Deletes all vectors of the drawer with a rowid, whatever model made them. */
export const deleteVectorsOfDrawer =
  'DELETE FROM vectors WHERE model_id IN (SELECT id FROM models) AND drawer_rowid = ?';

/** Writes of vectors. */
export const vectorWrites = ({
  database,
  run,
  recorder,
}: WriteContext): Pick<WriteTransaction, 'putVectors' | 'removeVectors'> => {
  /** Whether the drawer still exists and did not become sensitive while it was being embedded. */
  const isEmbeddable = (rowid: number): boolean =>
    database.statement('SELECT sensitive FROM drawers WHERE rowid = ?').first((row) => row.number(0), rowid) === 0;
  return {
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
  };
};
