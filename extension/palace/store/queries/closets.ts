import type { Closet } from '../../model/drawer/closet.ts';
import { sourceId, type SourceId } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase, SqlValue } from '../realFile/sqlDatabase.ts';

/** A closet with the store's integer key. */
interface FiledCloset extends Closet {
  readonly rowid: number;
}

export interface ClosetQueries {
  /** In order. */
  closetsOfSource(id: SourceId): Closet[];
  /** Every closet in rowid order, a page at a time. */
  scanClosets(afterRowid: number, limit: number): FiledCloset[];
  closetCount(): number;
}

export interface ClosetWrites {
  /** Removes every closet of a source. */
  purgeClosets(id: SourceId): void;
  /** Adds closets; one with the same source and ordinal is overwritten. Their source must be stored. */
  putClosets(closets: readonly Closet[]): void;
}

/** Reads of closets. */
export const closetQueries = (database: () => SqlDatabase): ClosetQueries => {
  const closets = (condition: string, ...values: readonly SqlValue[]): FiledCloset[] =>
    database()
      .statement(`SELECT rowid, source_id, ordinal, text FROM closets ${condition}`)
      .all(
        (row) => ({
          rowid: row.number(0),
          sourceId: sourceId(row.text(1)),
          ordinal: row.number(2),
          text: row.text(3),
        }),
        ...values,
      );
  return {
    closetsOfSource: (id) =>
      closets('WHERE source_id = ? ORDER BY ordinal', id).map(({ sourceId: source, ordinal, text }) => ({
        sourceId: source,
        ordinal,
        text,
      })),
    scanClosets: (afterRowid, limit) => closets('WHERE rowid > ? ORDER BY rowid LIMIT ?', afterRowid, limit),
    closetCount: () =>
      database()
        .statement('SELECT count(*) FROM closets')
        .first((row) => row.number(0)) ?? 0,
  };
};

export const deleteClosetsOfSource = 'DELETE FROM closets WHERE source_id = ?';

/** Writes of closets. `changed` is called for each source whose closets changed. */
export const closetWrites = (run: RunStatement, changed: (id: SourceId) => void): ClosetWrites => ({
  purgeClosets: (id) => {
    if (run(deleteClosetsOfSource, id) > 0) changed(id);
  },
  putClosets: (closets) => {
    for (const { sourceId: source, ordinal, text } of closets) {
      run('INSERT OR REPLACE INTO closets (source_id, ordinal, text) VALUES (?, ?, ?)', source, ordinal, text);
      changed(source);
    }
  },
});
