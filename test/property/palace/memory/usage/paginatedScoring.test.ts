// In one file: every test scans the same drawers and compares with the same full recalculation.
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contentHash,
  defaultMarks,
  noExchange,
  noPassage,
} from '../../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, wingName } from '../../../../../extension/palace/model/drawer/ids.ts';
import { scanReportSchema } from '../../../../../extension/palace/contract/search/scanSchemas.ts';
import type { HookContexts } from '../../../../../extension/palace/contract/hookSchemas.ts';
import { hookRegistry } from '../../../../../extension/palace/retrieval/query/pipelineHooks.ts';
import { incrementalScoring } from '../../../../../extension/palace/memory/usage/incrementalScoring.ts';
import { paginatedScoring } from '../../../../../extension/palace/memory/usage/paginatedScoring.ts';
import type { ScanOptions } from '../../../../../extension/palace/memory/usage/scanBatches.ts';
import { ltpScore } from '../../../../../extension/palace/retrieval/phases/lifecycle/ltp.ts';
import { scanState } from '../../../../../extension/palace/retrieval/query/scanState.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../../extension/palace/store/palaceStore.ts';
import { sqliteWasm } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const day = 86_400_000;
const start = Date.parse('2026-03-01T12:00:00Z');
const flags = { ltp_window_days: 30, ltp_max_boost: 2 };

const withStore = async <T>(work: (store: PalaceStore) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'synapse-test-'));
  const store = await openPalaceStore({ folder, sqliteWasm, clock: () => new Date(start) });
  try {
    return await work(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const file = (store: PalaceStore, ids: readonly number[], at: number) =>
  store.write((transaction) =>
    transaction.insertDrawers(
      ids.map((i) => ({
        id: drawerId(`drawer_${i}`),
        wing: wingName('harbor'),
        room: roomName('notes'),
        type: 'file' as const,
        text: `note ${i}`,
        sourceId: null,
        ...noPassage,
        chunkIndex: 0,
        contentHash: contentHash(`note ${i}`),
        filedAt: isoTime(at),
        createdAt: isoTime(at),
        ...defaultMarks,
        ...noExchange,
      })),
    ),
  );
const use = (store: PalaceStore, ids: readonly number[], session: string, at: number) =>
  store.write((transaction) =>
    transaction.recordAccess(
      ids.flatMap((i) => {
        const drawer = transaction.read.drawerById(drawerId(`drawer_${i}`));
        return drawer === undefined
          ? []
          : [{ rowid: drawer.rowid, sessionId: session, kind: 'opened' as const, at: isoTime(at) }];
      }),
    ),
  );

const scan = (
  store: PalaceStore,
  now: number,
  changes: Partial<ScanOptions> = {},
  hooks = hookRegistry(() => undefined),
) =>
  paginatedScoring(
    { batchSize: 5, maxScanDepth: 50_000, dryRun: false, candidateTrace: true, ...changes },
    {
      store,
      hooks,
      flags,
      now: () => now,
      timer: () => performance.now(),
      replaced: () => Promise.resolve(new Set()),
    },
  );

const scanUsed = (store: PalaceStore, now: number, changes: Partial<ScanOptions> = {}) =>
  incrementalScoring(
    { batchSize: 5, maxScanDepth: 50_000, dryRun: false, candidateTrace: true, ...changes },
    {
      store,
      hooks: hookRegistry(() => undefined),
      flags,
      now: () => now,
      timer: () => performance.now(),
    },
  );

/** What the table says of drawers that are used. */
const used = (store: PalaceStore) =>
  store.read.usage
    .ltp()
    .filter(({ accesses }) => accesses > 0)
    .map(({ id, accesses, ltpScore: score }) => ({ id, accesses, ltpScore: score }));

/** What a search is told of each drawer's use. */
const told = (store: PalaceStore, now: number, days = flags.ltp_window_days) =>
  store.read.usage.sessionsInWindow(
    store.read.scanDrawers(0, 10_000).map(({ id }) => id),
    { now: isoTime(now), days },
  );

/** What the table must hold, from the log alone. */
const fromScratch = (store: PalaceStore, now: number, days = flags.ltp_window_days) => {
  const drawers = store.read.scanDrawers(0, 10_000);
  const sessions = store.read.usage.sessionsSince(
    drawers.map(({ id }) => id),
    isoTime(now - days * day),
  );
  return sessions
    .filter(({ sessions: n }) => n > 0)
    .map(({ id, sessions: n }) => ({ id, accesses: n, ltpScore: ltpScore(n, flags.ltp_max_boost) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
};

const step = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    kind: fc.constant('use' as const),
    picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
    session: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  }),
  fc.record({ kind: fc.constant('leave' as const), pick: fc.nat(30) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('prune' as const) }),
  fc.record({ kind: fc.constant('used' as const), batchSize: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('scan' as const), batchSize: fc.integer({ min: 1, max: 9 }) }),
);

describe('a scan of the palace', () => {
  it('that writes only what changed leaves the table that a full rescan would make', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) =>
        withStore(async (store) => {
          let now = start;
          let filed = 0;
          for (const one of steps) {
            if (one.kind === 'file')
              await file(
                store,
                Array.from({ length: one.count }, () => filed++),
                now,
              );
            else if (one.kind === 'use')
              await use(
                store,
                [...new Set(one.picks)],
                one.session + String(Math.floor((now - start) / (7 * day))),
                now,
              );
            else if (one.kind === 'leave')
              await store.write((transaction) => {
                const drawer = transaction.read.drawerById(drawerId(`drawer_${one.pick}`));
                if (drawer !== undefined) transaction.deleteDrawers([drawer.rowid]);
              });
            else if (one.kind === 'wait') now += one.days * day;
            else if (one.kind === 'prune')
              await store.write((transaction) =>
                transaction.pruneUsage({ before: isoTime(now - 20 * day), accesses: 8, pairs: 8, queries: 8 }),
              );
            else if (one.kind === 'used') await scanUsed(store, now, { batchSize: one.batchSize });
            else await scan(store, now, { batchSize: one.batchSize });
            // A search needs no scan to be right, whatever its window.
            for (const days of [flags.ltp_window_days, 7, 90])
              expect(told(store, now, days)).toEqual(
                fromScratch(store, now, days).map(({ id, accesses: sessions }) => ({ id, sessions })),
              );
          }
          await scanUsed(store, now);
          expect(used(store)).toEqual(fromScratch(store, now));
          expect(store.read.usage.countDue({ now: isoTime(now), days: flags.ltp_window_days })).toBe(0);
          const again = await scan(store, now);
          expect(again.ltp_updated).toBe(0);
          expect(again.ltp_skipped_unchanged).toBe(store.read.counts().total);
        }),
      ),
      { numRuns: runs(15) },
    );
  });

  it('touches every drawer exactly once however long the pages are, and its hook hears of each batch', async () => {
    await withStore(async (store) => {
      await file(
        store,
        Array.from({ length: 23 }, (_, i) => i),
        start,
      );
      for (const batchSize of [1, 5, 23, 100]) {
        const batches: HookContexts['post_batch'][] = [];
        const hooks = hookRegistry(() => undefined);
        hooks.register('post_batch', (context) => batches.push(context));
        const report = scanReportSchema.parse(await scan(store, start, { batchSize }, hooks));
        expect(batches.reduce((sum, { batch_size: size }) => sum + size, 0)).toBe(23);
        expect(batches.map(({ offset }) => offset)).toEqual(
          Array.from({ length: Math.ceil(23 / batchSize) }, (_, i) => i * batchSize),
        );
        expect(report.pagination_state).toEqual({
          total: 23,
          batches_processed: Math.ceil(23 / batchSize),
          last_offset: 23,
          scan_depth_reached: false,
        });
        const { paginated_scoring: timing } = report.phase_timing_ms;
        expect(timing.batch_timings_ms).toHaveLength(timing.batches);
        expect(timing.slowest_batch?.ms).toBe(Math.max(...timing.batch_timings_ms));
        expect(
          report.candidate_trace?.every(
            (entry) => entry.ltp_updated + entry.ltp_skipped_unchanged === entry.drawers_in_batch,
          ),
        ).toBe(true);
      }
    });
  });

  it('ends at its bound, the next going on from there until all is seen, without hiding anything from the counts', async () => {
    await withStore(async (store) => {
      await file(
        store,
        Array.from({ length: 23 }, (_, i) => i),
        start,
      );
      await use(store, [2, 12, 22], 'a', start);
      const bounded = () => scan(store, start, { maxScanDepth: 10, batchSize: 4 });
      const first = await bounded();
      expect(first.pagination_state).toEqual({
        total: 23,
        batches_processed: 3,
        last_offset: 10,
        scan_depth_reached: true,
      });
      expect(used(store).map(({ id }) => id)).toEqual(['drawer_2']);
      expect((await bounded()).pagination_state).toMatchObject({ last_offset: 20, scan_depth_reached: true });
      expect((await bounded()).pagination_state).toMatchObject({ last_offset: 23, scan_depth_reached: false });
      expect(used(store)).toEqual(fromScratch(store, start));
      expect((await bounded()).pagination_state).toMatchObject({ last_offset: 10 });
      expect(store.read.counts().total).toBe(23);
    });
  });

  it('as a dry run tells what would be written and writes nothing', async () => {
    await withStore(async (store) => {
      await file(store, [0, 1, 2, 3], start);
      await use(store, [1, 3], 'a', start);
      const { revision } = store;
      const dry = await scan(store, start, { dryRun: true });
      expect(dry).toMatchObject({ dry_run: true, ltp_updated: 2, ltp_skipped_unchanged: 2 });
      expect(store.read.usage.ltp()).toEqual([]);
      expect(scanState(store.read)).toBeNull();
      expect(store.revision).toBe(revision);
      expect(await scan(store, start)).toMatchObject({ ltp_updated: 2 });
    });
  });

  it('forgets accesses once the window has moved past them', async () => {
    await withStore(async (store) => {
      await file(store, [0, 1], start);
      await use(store, [1], 'a', start);
      await scan(store, start);
      expect(store.read.usage.ltp()).toHaveLength(1);
      expect((await scan(store, start + 31 * day)).ltp_updated).toBe(1);
      expect(used(store)).toEqual([]);
    });
  });

  it('of what was used looks at nothing else, and at what the window has moved past', async () => {
    await withStore(async (store) => {
      await file(
        store,
        Array.from({ length: 40 }, (_, i) => i),
        start,
      );
      expect((await scanUsed(store, start)).phase_timing_ms.paginated_scoring.batches).toBe(0);
      await use(store, [3, 17, 31], 'a', start);
      const { revision } = store;
      const sizes = ({ candidate_trace: trace }: Awaited<ReturnType<typeof scanUsed>>) =>
        trace?.map(({ drawers_in_batch: size }) => size);
      const dry = await scanUsed(store, start, { dryRun: true, batchSize: 2 });
      expect([sizes(dry), dry.ltp_updated, store.read.usage.ltp()]).toEqual([[2, 1], 3, []]);
      const first = await scanUsed(store, start, { batchSize: 2 });
      expect([sizes(first), first.ltp_updated]).toEqual([[2, 1], 3]);
      expect(store.revision).toBe(revision);
      await use(store, [17], 'b', start + day);
      expect(sizes(await scanUsed(store, start + day))).toEqual([1]);
      expect(sizes(await scanUsed(store, start + 2 * day))).toEqual([]);
      expect(sizes(await scanUsed(store, start + 30.5 * day))).toEqual([3]);
      expect(used(store)).toEqual([{ id: 'drawer_17', accesses: 1, ltpScore: ltpScore(1, flags.ltp_max_boost) }]);
    });
  });
});
