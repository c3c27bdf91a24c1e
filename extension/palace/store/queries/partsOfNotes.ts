import { drawerId, type DrawerId } from '../../model/drawer/ids.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';

/** The parts of every long note that one of the drawers is a part of, by the ID of each of them. No text is read. */
export const partsOfNotes = (
  database: SqlDatabase,
  ids: readonly DrawerId[],
): ReadonlyMap<DrawerId, readonly DrawerId[]> => {
  const rows = database
    .statement(
      `SELECT source_id, id FROM drawers WHERE part IS NOT NULL AND source_id IN (
         SELECT d.source_id FROM json_each(?) j CROSS JOIN drawers d ON d.id = j.value JOIN sources s ON s.id = d.source_id
         WHERE d.part IS NOT NULL AND s.kind = 'note'
       ) ORDER BY source_id, chunk_index, rowid`,
    )
    .all((row) => ({ note: row.text(0), id: drawerId(row.text(1)) }), JSON.stringify(ids));
  const notes = new Map<string, DrawerId[]>();
  const parts = new Map<DrawerId, readonly DrawerId[]>();
  for (const { note, id } of rows) {
    const all = notes.get(note) ?? [];
    all.push(id);
    notes.set(note, all);
    parts.set(id, all);
  }
  return parts;
};
