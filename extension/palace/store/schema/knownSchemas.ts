import { createHash } from 'node:crypto';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { migrations } from './schema.ts';

/** The first half of the SHA-256 of each version's schema, as {@link schemaHash} computes it. */
export const knownSchemas: Readonly<Record<number, string>> = {
  1: '93f94f196ec229950bbe9bfdbd4a5cb9',
  2: 'eb66326a3c674f8d32a50d353530ceae',
  3: 'f1ba18e1032aab8ea66460c7781adeec',
  4: '4dc6615850fb3c0db70862367dc8e632',
  5: 'fd2d62929a5184d0ea590de19b420f22',
  6: 'f6808fd0142dc48aafbc71f2cfeab8db',
  7: '2d8fa9c016114041a2387b460c6bad79',
  8: 'ed7b4419f2c3832332fe0b3c2e2435df',
  9: 'a67d9ad8a44f4a0d02a1a765cedb780a',
  10: '57797e9f3697cafddb45dad2e9b43045',
  11: 'cc77d049fd9b4a85d12d185fc212319d',
};

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  /** Without comments, white space as single spaces. */
  readonly sql: string;
}

const normal = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Everything that somebody defined in a database, SQLite's own tables aside. Throws `SqlError`. */
export const schemaObjects = (database: SqlDatabase): SchemaObject[] =>
  database
    .statement(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all((row) => ({ type: row.text(0), name: row.text(1), sql: normal(row.text(2)) }));

export const schemaHash = (objects: readonly SchemaObject[]): string =>
  createHash('sha256')
    .update(JSON.stringify(objects.map(({ type, name, sql }) => [type, name, sql])))
    .digest('hex')
    .slice(0, 32);

/** Views and virtual tables, which could run anything whenever the palace is read. No palace has any. */
export const foreignViews = (objects: readonly SchemaObject[]): string[] =>
  objects.filter(({ type, sql }) => type === 'view' || /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);

/** Triggers that this program did not make: they would run whenever the palace is written. */
export const foreignTriggers = (objects: readonly SchemaObject[]): string[] =>
  objects
    .filter(({ type, name, sql }) => type === 'trigger' && ownTriggers().get(name) !== sql)
    .map(({ name }) => name);

let triggers: ReadonlyMap<string, string> | undefined;
const ownTriggers = (): ReadonlyMap<string, string> =>
  (triggers ??= new Map(
    migrations
      .flatMap(({ sql }) => [...sql.matchAll(/CREATE TRIGGER (\w+) .*?; END/gs)])
      .map(([sql, name = '']) => [name, normal(sql)] as const),
  ));
