import type { SqlDatabase } from '../realFile/sqlDatabase.ts';

/** The turn of a conversation before another one. */
export interface TurnBefore {
  readonly rowid: number;
  readonly contentHash: string;
  readonly sensitive: boolean;
}

/** Reads of the turns next to a turn in its conversation. */
export interface TurnQueries {
  /** By the rowid of the later turn. If two share a position, the one that was filed first. */
  turnsBefore(rowids: readonly number[]): ReadonlyMap<number, TurnBefore>;
  /** Rowids of the turns that follow the given ones. */
  turnsAfter(rowids: readonly number[]): number[];
}

/** The drawer of each given rowid (`d`) and those (`o`) that stand `step` further in the same source. */
const beside = (step: string): string =>
  `json_each(?) j CROSS JOIN drawers d ON d.rowid = j.value CROSS JOIN drawers o ON o.source_id = d.source_id AND o.chunk_index = d.chunk_index ${step}`;

export const turnQueries = (database: () => SqlDatabase): TurnQueries => ({
  turnsBefore: (rowids) =>
    new Map(
      database()
        .statement(
          `SELECT d.rowid, o.rowid, o.content_hash, o.sensitive FROM ${beside('- 1')} ORDER BY d.rowid, o.rowid DESC`,
        )
        .all(
          (row) =>
            [
              row.number(0),
              { rowid: row.number(1), contentHash: row.text(2), sensitive: row.number(3) !== 0 },
            ] as const,
          JSON.stringify(rowids),
        ),
    ),
  turnsAfter: (rowids) =>
    database()
      .statement(`SELECT o.rowid FROM ${beside('+ 1')}`)
      .all((row) => row.number(0), JSON.stringify(rowids)),
});
