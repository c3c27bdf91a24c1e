import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { newDrawer } from '../../unit/palace/store/samplePalace.ts';
import { built, own, timed, type Figures, type Peer } from './peerFigures.ts';
import { openNativeSqlite } from './nativeSqlite.ts';

const text = 'The crane moved a crate to berth number seven. '.repeat(17);
/** Drawers of one large transaction. */
const many = 1000;

interface Writer {
  /** Files drawers `from … from + count − 1` in one transaction and waits until the disk has them. */
  readonly write: (from: number, count: number) => unknown;
  readonly close: () => unknown;
}

const ourWriter = async (folder: string): Promise<Writer> => {
  const store = await openPalaceStore({ folder, sqliteWasm: path.resolve('dist/sql-wasm-debug.wasm') });
  return {
    write: (from, count) =>
      store.write((transaction) =>
        transaction.insertDrawers(Array.from({ length: count }, (_, i) => newDrawer(`d${from + i}`, { text }))),
      ),
    close: () => store.close(),
  };
};

/** Native SQLite in its usual durable mode, with the columns and indexes that every memory has at least. */
const nativeWriter = (folder: string): Writer => {
  const database = openNativeSqlite(path.join(folder, 'peer.sqlite'));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec(
    'create table drawer (rowid integer primary key, id text unique, wing text, room text, type text, text text, hash text, filed_at text);' +
      'create index drawer_room on drawer (wing, room); create index drawer_hash on drawer (hash)',
  );
  const insert = database.prepare(
    'insert into drawer (id, wing, room, type, text, hash, filed_at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  return {
    write: (from, count) => {
      database.transaction(() => {
        for (let i = from; i < from + count; i += 1) {
          const drawer = newDrawer(`d${i}`, { text });
          insert.run(drawer.id, drawer.wing, drawer.room, drawer.type, text, drawer.contentHash, drawer.filedAt);
        }
      })();
    },
    close: () => {
      database.close();
    },
  };
};

/** Filing alone: one drawer of 800 characters a durable transaction, and 1,000 in one. */
export const commitPeers = (): readonly Peer[] => {
  const measured = (open: (folder: string) => Writer | Promise<Writer>) => async (): Promise<Figures> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'synapse-peers-'));
    try {
      const { value: writer, figures } = await built(() => open(folder));
      let next = 0;
      const filing = (count: number) => (): unknown => writer.write((next += count) - count, count);
      const single = await timed(Array.from({ length: 100 }), filing(1));
      const large = await timed(Array.from({ length: 5 }), filing(many), 1);
      await writer.close();
      return {
        'one drawer, p50 ms': single['p50 ms'] ?? NaN,
        'one drawer, p95 ms': single['p95 ms'] ?? NaN,
        '1,000 drawers, p50 ms': large['p50 ms'] ?? NaN,
        'memory MiB': figures['memory MiB'] ?? NaN,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return [
    { name: own, measure: measured(ourWriter) },
    { name: 'SQLite, native', needs: 'better-sqlite3', measure: measured(nativeWriter) },
  ];
};
