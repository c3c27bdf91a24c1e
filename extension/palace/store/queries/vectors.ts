import { fileKindOfPath } from '../../model/source/fileKind.ts';
import type { FileKind } from '../../model/drawer/vocabulary.ts';
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

/** Receives a vector's parts; `data` is valid until it returns. */
export type VectorVisitor = (rowid: number, scale: number, data: Int8Array) => void;

const vectorsAfter =
  'SELECT drawer_rowid, scale, data FROM vectors WHERE model_id = ? AND drawer_rowid > ? ORDER BY drawer_rowid LIMIT ?';

export const visitVectors = (
  database: SqlDatabase,
  modelId: string,
  afterRowid: number,
  limit: number,
  visit: VectorVisitor,
): number | undefined =>
  ascending(
    database.statement(vectorsAfter).all(
      (row) => {
        const rowid = row.number(0);
        const { buffer, byteOffset, length } = row.view(2);
        visit(rowid, row.number(1), new Int8Array(buffer, byteOffset, length));
        return { rowid };
      },
      modelNumber(database, modelId),
      afterRowid,
      limit,
    ),
    afterRowid,
  ).at(-1)?.rowid;

export const scanVectors = (
  database: SqlDatabase,
  modelId: string,
  afterRowid: number,
  limit: number,
): StoredVector[] =>
  ascending(
    database.statement(vectorsAfter).all(
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

/** A drawer that may be embedded, with what decides its place in the queue. */
export interface Embeddable {
  readonly rowid: number;
  readonly accessCount: number;
  /** As {@link embeddingTurn} gives it. */
  readonly turn: number;
  readonly filedAt: string;
}

/** The kinds that people ask for most come first. */
const turnOfKind: Readonly<Record<FileKind, number>> = {
  source: 1,
  docs: 1,
  changelog: 2,
  configuration: 2,
  test: 3,
  data: 3,
  generated: 3,
};

/** 0 for what people and agents said and committed; for files by their kind: sources and docs before tests and data. */
export const embeddingTurn = (type: string, sourceFile: string | null): number =>
  type !== 'file' || sourceFile === null ? 0 : turnOfKind[fileKindOfPath(sourceFile)];

/** `INDEXED BY`, so that the drawers themselves are only read if they are due. */
const due = `FROM drawers d INDEXED BY drawers_to_embed WHERE d.archived = 0 AND d.sensitive = 0
  AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.model_id = ? AND v.drawer_rowid = d.rowid)`;

/** Less than 0 if `a` is to be embedded before `b`: most used first, then by turn, then newest first. */
export const embeddingOrder = (a: Embeddable, b: Embeddable): number =>
  b.accessCount - a.accessCount ||
  a.turn - b.turn ||
  (a.filedAt < b.filedAt ? 1 : a.filedAt > b.filedAt ? -1 : a.rowid - b.rowid);

export const drawersWithoutVector = (database: SqlDatabase, modelId: string): Embeddable[] => {
  // Many drawers share a source, and working out its kind takes longer than a look-up by name.
  const turns = new Map<string, number>();
  const turnOf = (type: string, sourceFile: string | null): number => {
    if (type !== 'file' || sourceFile === null) return embeddingTurn(type, sourceFile);
    const turn = turns.get(sourceFile) ?? embeddingTurn(type, sourceFile);
    turns.set(sourceFile, turn);
    return turn;
  };
  return database
    .statement(
      `SELECT d.rowid, d.access_count, d.filed_at, d.type, (SELECT path FROM sources s WHERE s.id = d.source_id) ${due}`,
    )
    .all(
      (row) => ({
        rowid: row.number(0),
        accessCount: row.number(1),
        turn: turnOf(row.text(3), row.textOrNull(4)),
        filedAt: row.text(2),
      }),
      modelNumber(database, modelId),
    );
};

export const rowidsWithoutVector = (database: SqlDatabase, modelId: string, limit: number): number[] =>
  drawersWithoutVector(database, modelId)
    .sort(embeddingOrder)
    .slice(0, limit)
    .map(({ rowid }) => rowid);

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
