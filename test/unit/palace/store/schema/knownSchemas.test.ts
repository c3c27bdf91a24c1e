import { expect, it, onTestFinished } from 'vitest';
import { loadSqlite } from '../../../../../extension/palace/store/realFile/loadSqlite.ts';
import { nodeFileSystem } from '../../../../../extension/palace/store/realFile/fileSystem.ts';
import { openDatabase } from '../../../../../extension/palace/store/openDatabase.ts';
import {
  knownSchemas,
  schemaHash,
  schemaObjects,
} from '../../../../../extension/palace/store/schema/knownSchemas.ts';
import { migrations } from '../../../../../extension/palace/store/schema/schema.ts';
import { sqliteWasm, temporaryFolder } from '../samplePalace.ts';

it('every version’s schema is known by its hash: a new version needs one line more', async () => {
  const { folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const database = openDatabase(
    { folder, sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem },
    { readOnly: false },
  );
  const hashes: Record<number, string> = {};
  for (const { version, sql } of migrations) {
    database.run(sql);
    hashes[version] = schemaHash(schemaObjects(database));
  }
  database.close();
  expect(knownSchemas).toEqual(hashes);
});
