import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { closetsMeta } from '../../../../../extension/palace/filing/closets/fileClosets.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { importPalace } from '../../../../../extension/palace/transfer/importPalace.ts';
import { emptyStore } from '../../../../fixtures/palaces/exchangeStore.ts';
import { withDatabase } from '../../../../fixtures/synapticDatabase.ts';
import { sqliteWasm, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash, treeStamps } from '../../../../fixtures/treeHash.ts';
import { unknownReasons } from '../../../../fixtures/unknownReasons.ts';

const fixture = path.resolve('test/fixtures/mempalace');
const expectedSchema = z.object({
  counts: z.object({ drawers: z.number(), closets: z.number() }),
  drawers: z.array(
    z.object({
      id: z.string(),
      wing: z.string(),
      room: z.string(),
      source_file: z.string().nullable(),
      chunk_index: z.number(),
      filed_at: z.string(),
      text: z.string(),
      metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
});
const expected = expectedSchema.parse(JSON.parse(readFileSync(path.join(fixture, 'expected.json'), 'utf8')));

const copyOfPalace = (): string => {
  const folder = temporaryFolder();
  cpSync(path.join(fixture, 'palace'), folder, { recursive: true });
  return folder;
};
const options = {
  format: 'auto',
  isDryRun: false,
  sqliteWasm,
  clock: () => new Date('2026-12-01T12:00:00Z'),
} as const;

describe('importing a real MemPalace palace', () => {
  it('files every drawer with the ID, text, wing, room, source, position and time that MemPalace gives it', async () => {
    const store = await emptyStore();
    const report = await importPalace(store, copyOfPalace(), options);
    expect(report).toMatchObject({
      format: 'mempalace',
      added: expected.counts.drawers,
      duplicates: 0,
      skipped: { closets: expected.counts.closets },
    });
    for (const theirs of expected.drawers) {
      const ours = store.read.drawerById(drawerId(theirs.id));
      expect(ours).toMatchObject({
        text: theirs.text,
        wing: theirs.wing,
        room: theirs.room,
        chunkIndex: theirs.chunk_index,
        sourceFile: theirs.source_file === '' ? null : theirs.source_file,
        filedAt: new Date(theirs.filed_at).toISOString(),
        tier: 'working',
      });
    }
    expect(store.read.counts().total).toBe(expected.drawers.length);
  });

  it('does not import deleted drawers that are still in the write-ahead log', async () => {
    const folder = copyOfPalace();
    const logged = await withDatabase(folder, 'chroma.sqlite3', (database) =>
      database.statement('SELECT DISTINCT id FROM embeddings_queue').all((row) => row.text(0)),
    );
    const store = await emptyStore();
    await importPalace(store, folder, options);
    const known = new Set(expected.drawers.map(({ id }) => id));
    const gone = logged.filter((id) => !known.has(id) && !id.startsWith('closet_'));
    expect(gone).not.toEqual([]);
    for (const id of gone) expect(store.read.drawerById(drawerId(id))).toBeUndefined();
  });

  it('tells files, conversations, diary entries and notes apart, keeps lines, parents and the rest as properties', async () => {
    const store = await emptyStore();
    await importPalace(store, copyOfPalace(), options);
    const typeOf = (id: string) => store.read.drawerById(drawerId(id))?.type;
    expect(store.read.counts().byType).toEqual({ conversation: 6, file: 23, progress: 1, reference: 2 });
    expect(typeOf('drawer_harbor_ops_watch_62a3086dae916bcc0d7a206f')).toBe('reference');
    const diary = drawerId('diary_wing_ilse_20261121_225238788916_c2827c484b10');
    expect(typeOf(diary)).toBe('progress');
    expect(store.read.propertiesOf(diary)).toMatchObject({
      'mempalace:topic': 'retry',
      'mempalace:agent': 'ilse',
      'mempalace:filed_at': '2026-11-21T22:52:38.788916',
    });
    const piece = drawerId('drawer_harbor_ops_dredging_f1dcaba2f7e15ccb6685a04c_chunk_000001');
    expect(store.read.propertiesOf(piece)).toMatchObject({
      'mempalace:parent_drawer_id': 'drawer_harbor_ops_dredging_f1dcaba2f7e15ccb6685a04c',
    });
    expect(
      store.read.drawerById(drawerId('drawer_harbor_lights_general_335d53428ff0bef8d78353ec'))?.lines,
    ).toEqual({ start: 1, end: 20 });
  });

  it('builds its own closets from the drawers, once per source', async () => {
    const store = await emptyStore();
    await store.write((transaction) => transaction.setMeta(closetsMeta, 'kept'));
    await importPalace(store, copyOfPalace(), options);
    const closets = store.read.sources('import').map(({ id }) => store.read.closetsOfSource(id).length);
    expect(closets.length).toBeGreaterThan(5);
    expect(Math.min(...closets)).toBeGreaterThan(0);
    await importPalace(store, copyOfPalace(), options);
    expect(store.read.sources('import').map(({ id }) => store.read.closetsOfSource(id).length)).toEqual(closets);
  });

  it('says that it read times without a zone as local times', async () => {
    const { warnings } = await importPalace(await emptyStore(), copyOfPalace(), options);
    expect(warnings.join('\n')).toContain('without a zone');
    expect(warnings.join('\n')).toContain(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(unknownReasons(warnings)).toEqual([]);
  });

  it('changes nothing in the imported palace: no byte, no file time, no additional file', async () => {
    const folder = copyOfPalace();
    const before = [treeHash(folder), treeStamps(folder)];
    await importPalace(await emptyStore(), path.join(folder, 'chroma.sqlite3'), options);
    expect([treeHash(folder), treeStamps(folder)]).toEqual(before);
  });

  it('adds nothing the second time, and only what is new the third time', async () => {
    const store = await emptyStore();
    const folder = copyOfPalace();
    await importPalace(store, folder, options);
    const revision = store.revision;
    expect(await importPalace(store, folder, options)).toMatchObject({ added: 0, duplicates: 32 });
    expect(store.revision).toBe(revision);
    await withDatabase(folder, 'chroma.sqlite3', (database) => {
      const segment =
        database
          .statement(
            "SELECT s.id FROM collections c JOIN segments s ON s.collection = c.id WHERE c.name = 'mempalace_drawers' AND s.scope = 'METADATA'",
          )
          .first((row) => row.text(0)) ?? '';
      database
        .statement(
          "INSERT INTO embeddings (id, segment_id, embedding_id, seq_id) VALUES (900, ?, 'drawer_new', 900)",
        )
        .run(segment);
      for (const [key, value] of [
        ['chroma:document', 'A new one.'],
        ['wing', 'w'],
        ['room', 'r'],
        ['filed_at', '2026-02-31T08:00:00'],
      ] as const) {
        database
          .statement('INSERT INTO embedding_metadata (id, key, string_value) VALUES (900, ?, ?)')
          .run(key, value);
      }
      database.run(
        "INSERT INTO embeddings (id, segment_id, embedding_id, seq_id) SELECT 901, segment_id, 'drawer_without_text', 901 FROM embeddings WHERE id = 900",
      );
    });
    const report = await importPalace(store, folder, options);
    expect(report).toMatchObject({ added: 1, duplicates: 32, skipped: { no_text: 1 } });
    expect(unknownReasons(report.warnings)).toEqual([]);
    expect(report.warnings.join('\n')).toContain("drawer_new: its time “2026-02-31T08:00:00” can't be read");
    expect(store.read.drawerById(drawerId('drawer_new'))).toMatchObject({
      text: 'A new one.',
      wing: 'w',
      room: 'r',
      type: 'reference',
    });
  });

  it('counts in a dry run exactly what the import then does, and writes nothing', async () => {
    const store = await emptyStore();
    const folder = copyOfPalace();
    const revision = store.revision;
    const dry = await importPalace(store, folder, { ...options, isDryRun: true });
    expect(store.revision).toBe(revision);
    const real = await importPalace(store, folder, options);
    expect({ ...dry, elapsed_ms: 0 }).toEqual({ ...real, elapsed_ms: 0 });
  });
});
