import { ascending } from './ascending.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';

/** A drawer's vector: `data[i] * scale` is the i-th component of the L2-normalised embedding. */
export interface StoredVector {
  readonly rowid: number;
  readonly modelId: string;
  readonly scale: number;
  /** Length: the model's dimension. */
  readonly data: Int8Array;
}

const modelNumber = (database: SqlDatabase, modelId: string): number =>
  database.statement('SELECT id FROM models WHERE name = ?').first((row) => row.number(0), modelId) ?? noModel;

/** A model's number in `vectors`; assigned on first use. */
export const modelNumberFor = (database: SqlDatabase, modelId: string): number => {
  database.statement('INSERT OR IGNORE INTO models (name) VALUES (?)').run(modelId);
  return modelNumber(database, modelId);
};

/** Model numbers start at 1. */
const noModel = 0;

export const scanVectors = (
  database: SqlDatabase,
  modelId: string,
  afterRowid: number,
  limit: number,
): StoredVector[] =>
  ascending(
    database
      .statement(
        'SELECT drawer_rowid, scale, data FROM vectors WHERE model_id = ? AND drawer_rowid > ? ORDER BY drawer_rowid LIMIT ?',
      )
      .all(
        (row) => {
          const { buffer, byteOffset, length } = row.bytes(2);
          return {
            rowid: row.number(0),
            modelId,
            scale: row.number(1),
            data: new Int8Array(buffer, byteOffset, length),
          };
        },
        modelNumber(database, modelId),
        afterRowid,
        limit,
      ),
    afterRowid,
  );

/** Every model that has vectors here. */
export const vectorModels = (database: SqlDatabase): string[] =>
  database
    .statement(
      'SELECT name FROM models m WHERE EXISTS (SELECT 1 FROM vectors v WHERE v.model_id = m.id) ORDER BY name',
    )
    .all((row) => row.text(0));

export const rowidsWithVector = (database: SqlDatabase, modelId: string): number[] =>
  database
    .statement('SELECT drawer_rowid FROM vectors WHERE model_id = ?')
    .all((row) => row.number(0), modelNumber(database, modelId));

/** A drawer that may be embedded, with what decides its turn. */
export interface Embeddable {
  readonly rowid: number;
  readonly accessCount: number;
  readonly filedAt: string;
}

const order = 'ORDER BY d.access_count DESC, d.filed_at DESC, d.rowid';
const due = `FROM drawers d WHERE d.archived = 0 AND d.sensitive = 0
  AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.model_id = ? AND v.drawer_rowid = d.rowid)`;

/** Less than 0 if `a` is to be embedded before `b`: most used, then newest first. */
export const embeddingOrder = (a: Embeddable, b: Embeddable): number =>
  b.accessCount - a.accessCount || (a.filedAt < b.filedAt ? 1 : a.filedAt > b.filedAt ? -1 : a.rowid - b.rowid);

export const drawersWithoutVector = (database: SqlDatabase, modelId: string): Embeddable[] =>
  database
    .statement(`SELECT d.rowid, d.access_count, d.filed_at ${due}`)
    .all(
      (row) => ({ rowid: row.number(0), accessCount: row.number(1), filedAt: row.text(2) }),
      modelNumber(database, modelId),
    );

export const rowidsWithoutVector = (database: SqlDatabase, modelId: string, limit: number): number[] =>
  database
    .statement(`SELECT d.rowid ${due} ${order} LIMIT ?`)
    .all((row) => row.number(0), modelNumber(database, modelId), limit);

export const vectorCounts = (
  database: SqlDatabase,
  modelId: string,
): { readonly done: number; readonly pending: number } => {
  const model = modelNumber(database, modelId);
  const count = (sql: string): number => database.statement(sql).first((row) => row.number(0), model) ?? 0;
  return {
    done: count('SELECT count(*) FROM vectors WHERE model_id = ?'),
    pending: count(`SELECT count(*) ${due}`),
  };
};
