// A team's server at a given size: node dist/bench/team.js --drawers N [--exchanged N] [--palace FOLDER]… [--queries N] [--exactly N]
// Starts a PostgreSQL of its own, which waits for its disk. Texts and vectors are those of the palaces that are given, up to
// N, else random ones: what HNSW finds among random vectors says little. With --exchanged, only so many drawers are pushed and pulled,
// in a wing of their own; the rest is put into the server's tables in bulk before. JSON lines: rates of exchange, sizes, the legs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { PalaceIndexes } from '../../extension/palace/indexing/palaceIndexes.ts';
import { contentHash, defaultMarks, noExchange, noPassage } from '../../extension/palace/model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, wingName } from '../../extension/palace/model/drawer/ids.ts';
import { stampKey, type ModelStamp } from '../../extension/palace/model/embedding/modelStamp.ts';
import { openPalaceStore } from '../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../extension/palace/store/palaceStore.ts';
import { sharedDrawers } from '../../extension/palace/team/sharedDrawer.ts';
import { greetTeam } from '../../extension/palace/team/greetTeam.ts';
import { pullChanges } from '../../extension/palace/team/pullChanges.ts';
import { pushChanges } from '../../extension/palace/team/pushChanges.ts';
import type { RoundParts } from '../../extension/palace/team/roundParts.ts';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { TeamAdmin } from '../../extension/service/team/teamAdmin.ts';
import type * as Postgres from '../../scripts/programs/postgres.mjs';
import { benchOption, benchOptions } from './support/benchPalace.ts';
import { fillInBulk } from './support/teamBulk.ts';
import { drawersOfPalaces, randomDrawers, taken, type BenchDrawer } from './support/teamDrawers.ts';
import { measureLegs, measureNearest } from './support/teamLegs.ts';

const wing = wingName('bench');
const bulkWing = wingName('bulk');
const count = Number(benchOption('drawers') ?? 20_000);
const exchanged = Math.min(count, Number(benchOption('exchanged') ?? count));
const queries = Number(benchOption('queries') ?? 200);
const exactly = Number(benchOption('exactly') ?? 100);
const scratch = mkdtempSync(path.join(tmpdir(), 'synapse-team-bench-'));
const now = () => isoTime(new Date());
const print = (line: object): void => console.log(JSON.stringify(line));
const store = (name: string): Promise<PalaceStore> =>
  openPalaceStore({
    folder: path.join(scratch, name),
    sqliteWasm: path.resolve('dist/sql-wasm-debug.wasm'),
  });

const fill = async (of: PalaceStore, drawers: readonly BenchDrawer[], stamp: ModelStamp): Promise<void> => {
  const at = now();
  for (let start = 0; start < drawers.length; start += 2000)
    await of.write((transaction) => {
      const batch = drawers.slice(start, start + 2000);
      const rowids = transaction.insertDrawers(
        batch.map(({ text }, index) => ({
          id: drawerId(`drawer_bench_${String(start + index).padStart(8, '0')}`),
          wing,
          room: roomName('all'),
          type: 'insight',
          text,
          sourceId: null,
          ...noPassage,
          chunkIndex: start + index,
          contentHash: contentHash(text),
          filedAt: at,
          createdAt: at,
          ...defaultMarks,
          ...noExchange,
        })),
      );
      transaction.putVectors(
        batch.flatMap(({ vector }, index) => {
          const rowid = rowids[index];
          return rowid === undefined ? [] : [{ rowid, modelId: stampKey(stamp), ...vector }];
        }),
      );
    });
};

/** A palace that is connected and has the wing as one of the team's. */
const member = async (
  of: PalaceStore,
  url: string,
  name: string,
  right: 'owner' | 'reader',
  stamp: ModelStamp,
) => {
  const indexes = await PalaceIndexes.load(of);
  const server = new PostgresTeamServer(url, null);
  const parts: RoundParts = {
    store: of,
    words: indexes,
    name,
    now,
    model: () => stamp,
    firstModel: async () => null,
    erasing: () => undefined,
    finishErasure: async () => undefined,
    warn: (text) => console.error(text),
    greeted: () => undefined,
    named: () => undefined,
    demandGoingOn: () => undefined,
  };
  await of.write(({ team }) => team.shareWing({ wing, right, includesSensitive: false }));
  await greetTeam(server, parts);
  return { server, parts };
};

/** Changes per second. */
const rated = async (what: string, work: () => Promise<number>): Promise<void> => {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const changes = await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  print({
    exchange: what,
    changes,
    per_second: Math.round(changes / seconds),
    own_processor_share: Math.round((user + system) / 1e4 / seconds) / 100,
  });
};

const sizes = async (url: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  // As it does by itself after a while.
  await client.query('VACUUM ANALYZE synapse_palace.drawers');
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT c.relname AS name, (CASE c.relkind WHEN 'r' THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END)::text AS bytes
     FROM pg_class c WHERE c.relnamespace = 'synapse_palace'::regnamespace AND c.relkind IN ('r', 'i')
       AND pg_relation_size(c.oid) > 1000000 ORDER BY pg_relation_size(c.oid) DESC`,
  );
  await client.end();
  const all = rows.map(({ name, bytes }) => [name, Math.round(Number(bytes) / 1e6)] as const);
  print({ size_mb: Object.fromEntries(all), all_mb: all.reduce((sum, [, mb]) => sum + mb, 0) });
};

const withPassword = (url: string, password: string | null): string => {
  const full = new URL(url);
  full.password = password ?? '';
  return full.href;
};

// By its path when it runs: in this bundle, that script would take itself for the program.
const { startPostgres } = (await import(
  pathToFileURL(path.resolve('scripts/programs/postgres.mjs')).href
)) as typeof Postgres;
const server = await startPostgres({
  settings: {
    fsync: 'on',
    shared_buffers: count > 200_000 ? '4GB' : '512MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '8GB',
  },
});
try {
  const folders = benchOptions('palace');
  const { drawers, stamp } =
    folders.length > 0
      ? await drawersOfPalaces(folders, scratch, count + queries, queries)
      : randomDrawers(count + queries);
  const asked = taken(drawers, queries);
  const filed = taken(drawers, exchanged);

  const admin = new TeamAdmin(server.url, null);
  await admin.setup('bench');
  const ada = await admin.invite('bench', 'ada', wing, 'owner');
  const ben = await admin.invite('bench', 'ben', wing, 'reader');
  for (const name of ['ada', 'ben']) await admin.invite('bench', name, bulkWing, 'owner');
  const [adas, bens] = [await store('ada'), await store('ben')];
  await fill(adas, filed, stamp);
  const sender = await member(adas, withPassword(ada.url, ada.password), 'ada', 'owner', stamp);
  const [template] = sharedDrawers(adas.read, [drawerId('drawer_bench_00000000')], null).values();
  if (count > exchanged) print(await fillInBulk(server.url, bulkWing, drawers, template?.record ?? {}, stamp));
  print({ exchanged: filed.length, vectors: stamp.model, queries: asked.length });
  await rated('push', () => pushChanges(sender.server, sender.parts));
  const seen = await greetTeam(sender.server, sender.parts);
  await rated('what one pushed comes back', () => pullChanges(sender.server, sender.parts, seen));
  const bensUrl = withPassword(ben.url, ben.password);
  const receiver = await member(bens, bensUrl, 'ben', 'reader', stamp);
  const open = await greetTeam(receiver.server, receiver.parts);
  await rated('pull', () => pullChanges(receiver.server, receiver.parts, open));
  await rated('greetings', async () => {
    for (let i = 0; i < 20; i++) await greetTeam(receiver.server, receiver.parts);
    return 20;
  });
  await sizes(server.url);
  for (const line of await measureLegs(receiver.server, asked, count, stampKey(stamp))) print(line);
  for (const line of await measureNearest(bensUrl, asked, exactly)) print(line);
  await Promise.all([sender.server.close(), receiver.server.close(), adas.close(), bens.close()]);
} finally {
  await server.remove();
  rmSync(scratch, { recursive: true, force: true });
}
