import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../extension/palace/store/openDatabase.ts';
import { openPalace } from '../../../../../extension/palace/store/openPalace.ts';
import { nodeFileSystem } from '../../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../../../extension/palace/store/realFile/loadSqlite.ts';
import { migrations, newestSchema, type Migration } from '../../../../../extension/palace/store/schema/schema.ts';
import { folderBytes } from '../../../../fixtures/folderBytes.ts';
import { newDrawer, sqliteWasm, temporaryFolder } from '../samplePalace.ts';

const newest = newestSchema(migrations);

describe('migrations', () => {
  let place: ReturnType<typeof temporaryFolder>;
  let sqlite: Sqlite;
  beforeEach(async () => {
    place = temporaryFolder();
    sqlite = await loadSqlite(sqliteWasm);
    const store = await open(migrations);
    await store.write((write) => write.insertDrawers([newDrawer('old')]));
    await store.close();
  });
  afterEach(() => place.remove());
  const open = (steps: readonly Migration[]) =>
    openPalace({ folder: place.folder, sqlite, fileSystem: nodeFileSystem, clock: () => new Date(0), steps });
  const next: readonly Migration[] = [
    ...migrations,
    { version: newest + 1, sql: "CREATE TABLE extra (x); INSERT INTO extra VALUES ('from the first')" },
    { version: newest + 2, sql: 'ALTER TABLE extra ADD COLUMN y' },
  ];

  it('have numbers that rise by one from 1', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('are not run by who only reads: an older palace is refused, with what to do, and not written', async () => {
    const before = folderBytes(place.folder);
    const reading = openPalace({
      folder: place.folder,
      sqlite,
      fileSystem: nodeFileSystem,
      clock: () => new Date(0),
      steps: next,
      isReadOnly: true,
    });
    await expect(reading).rejects.toMatchObject({
      code: 'E_PALACE_READ_ONLY',
      remedy: expect.stringContaining('Open that palace once with this version') as string,
    });
    expect(folderBytes(place.folder)).toEqual(before);
  });

  it('run each step once, keep every drawer, and leave a backup of the palace as it was', async () => {
    const store = await open(next);
    expect(store.schemaVersion).toBe(newest + 2);
    expect(store.read.drawersByRowid([1])).toMatchObject([{ id: 'old' }]);
    expect(store.revision).toBe(1);
    await store.close();
    const [backup = ''] = readdirSync(path.join(place.folder, 'backups'));
    const before = openDatabase(
      { sqlite, fileSystem: nodeFileSystem, folder: path.join(place.folder, 'backups') },
      { readOnly: true, file: backup },
    );
    expect(
      before.statement("SELECT value FROM meta WHERE key = 'schema_version'").first((row) => row.text(0)),
    ).toBe(String(newest));
    before.abandon();
    const again = await open(next);
    expect(again.schemaVersion).toBe(newest + 2);
    await again.close();
    expect(readdirSync(path.join(place.folder, 'backups'))).toEqual([backup]);
  });

  it('leave the palace at its old version when a step fails, and usable by the version that knows it', async () => {
    await expect(
      open([...next, { version: newest + 3, sql: 'CREATE TABLE more (x); CREATE TABLE meta (twice)' }]),
    ).rejects.toMatchObject({ code: 'E_SQL' });
    const store = await open(migrations);
    expect(store.schemaVersion).toBe(newest);
    expect(store.read.counts().total).toBe(1);
    await store.close();
  });
});
