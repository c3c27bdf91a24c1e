import { beforeAll, describe, expect, it } from 'vitest';
import { Analyser } from '../../../extension/palace/lexical/text/analysis.ts';
import { applyPlan } from '../../../extension/palace/memory/plans/applyPlan.ts';
import { manualPlan } from '../../../extension/palace/memory/plans/making/manualPlan.ts';
import type { PlanParts } from '../../../extension/palace/memory/plans/planParts.ts';
import { undoPlan } from '../../../extension/palace/memory/plans/undoPlan.ts';
import { keepPlan } from '../../../extension/palace/memory/plans/storedPlan.ts';
import { Catalogue } from '../../../extension/palace/catalogue/catalogue.ts';
import { drawerId } from '../../../extension/palace/model/drawer/ids.ts';
import { PalaceError } from '../../../extension/palace/model/errors/palaceError.ts';
import { hookRegistry } from '../../../extension/palace/retrieval/query/pipelineHooks.ts';
import { resolveProfile } from '../../../extension/palace/retrieval/profiles/profiles.ts';
import { openPalace } from '../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../extension/palace/store/palaceStore.ts';
import type { FileSystem } from '../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, sqliteWasm } from '../../unit/palace/store/samplePalace.ts';
import { failingFileSystem } from '../store/failingFileSystem.ts';
import { memoryFileSystem, type MemoryFileSystem } from '../store/memoryFileSystem.ts';
import { isTried, randomFrom, seed } from '../../fixtures/testSize.ts';

const originals = ['a', 'b', 'c', 'd'];
const now = Date.parse('2026-03-01T12:00:00Z');

const partsOf = (store: PalaceStore): PlanParts => {
  const catalogue = new Catalogue();
  for (const drawer of store.read.scanDrawers(0, 1000)) catalogue.add(drawer);
  return {
    store,
    catalogue,
    vectors: () => null,
    analyser: new Analyser(),
    hooks: hookRegistry(() => undefined),
    now: () => now,
    timer: () => 0,
    filing: {
      idOf: () => drawerId('summary'),
      insert: (transaction, drawer) => void transaction.insertDrawers([drawer]),
    },
  };
};

/** All that applying may change, comparable. */
const contents = (store: PalaceStore): unknown => ({
  drawers: store.read.scanDrawers(0, 1000),
  // As texts: thousands of numbers would be compared one by one.
  vectors: store.read
    .scanVectors('m', 0, 1000)
    .map(({ data, ...vector }) => ({ ...vector, data: Buffer.from(data).toString('hex') })),
  tags: [...store.read.tagsOf(['summary', ...originals].map(drawerId))],
  properties: store.read.propertiesOf(drawerId('summary')),
  rejections: [...store.read.rejectionsOf(originals.map(drawerId))],
  plans: store.read.plans(10).map(({ id, state }) => [id, state]),
  revision: store.read.meta('palace_revision'),
});

describe('applying a plan', () => {
  let sqlite: Sqlite;
  let disk: MemoryFileSystem;
  let planId = '';
  let before: unknown;
  let after: unknown;

  const open = (fileSystem: FileSystem): Promise<PalaceStore> =>
    openPalace({
      folder: '/palace',
      sqlite,
      fileSystem,
      clock: () => new Date(now),
      millisecondsPerCommit: Infinity,
    });
  const apply = (store: PalaceStore) => applyPlan(planId, { rejected_drawers: ['d'] }, partsOf(store));

  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
    disk = memoryFileSystem();
    const store = await open(disk);
    await store.write((write) => {
      const rowids = write.insertDrawers(
        originals.map((id) =>
          newDrawer(id, {
            id: drawerId(id),
            type: 'decision',
            text: `The limit of ${id} is ${id.charCodeAt(0)} a minute. `.repeat(30),
          }),
        ),
      );
      write.putVectors(
        rowids.map((rowid) => ({ rowid, modelId: 'm', scale: 0.5, data: new Int8Array(384).fill(rowid) })),
      );
      for (const id of originals) write.addTags(drawerId(id), ['limits']);
    });
    const plan = await manualPlan(
      originals,
      { profile: resolveProfile('default', []), context: null, summaries: {} },
      partsOf(store),
    );
    await store.write((write) =>
      keepPlan(write, { plan, state: 'proposed', applied: null, proposedBy: 'person', isRewritten: false }),
    );
    planId = plan.id;
    before = contents(store);
    await store.close();
    const applied = await open(disk.copy());
    expect(await apply(applied)).toMatchObject({ archived: ['a', 'b', 'c'], rejected: ['d'] });
    after = contents(applied);
    await applied.close();
    expect(after).not.toEqual(before);
  });

  /** What a process that is killed before each of its calls to the disk leaves there, in order. */
  const leftByKills = async (
    copyOf: (running: MemoryFileSystem) => MemoryFileSystem,
  ): Promise<MemoryFileSystem[]> => {
    const left: MemoryFileSystem[] = [];
    const running = disk.copy();
    const store = await open(
      new Proxy(running, {
        get: (target, name, receiver) => {
          const member: unknown = Reflect.get(target, name, receiver);
          if (
            typeof member !== 'function' ||
            !['write', 'sync', 'truncate', 'rename', 'unlink', 'close'].includes(String(name))
          )
            return member;
          return (...values: unknown[]): unknown => {
            left.push(copyOf(target));
            return Reflect.apply(member, target, values);
          };
        },
      }),
    );
    left.length = 0;
    await apply(store);
    left.push(copyOf(running));
    await store.close();
    return left;
  };

  const wholeOrNothing = async (
    left: readonly MemoryFileSystem[],
  ): Promise<{ whole: number; nothing: number }> => {
    const count = { whole: 0, nothing: 0 };
    for (const [call, files] of left.entries()) {
      if (!isTried(call, 6)) continue;
      const store = await open(files);
      const found = contents(store);
      const isWhole = JSON.stringify(found) === JSON.stringify(after);
      if (!isWhole) expect(found, `killed before call ${call} of ${left.length}`).toEqual(before);
      count[isWhole ? 'whole' : 'nothing'] += 1;
      // Either way it goes on: what was not applied can be, what was can be undone.
      if (!isWhole) await apply(store);
      expect((await undoPlan(planId, partsOf(store))).restored).toEqual(['a', 'b', 'c']);
      expect({ ...Object(contents(store)), plans: [], revision: 0 }).toEqual({
        ...Object(before),
        plans: [],
        revision: 0,
      });
      expect(await store.verify()).toMatchObject({ ok: true });
      await store.close();
    }
    return count;
  };

  it('takes effect completely or not at all, wherever the process is killed', async () => {
    const { whole, nothing } = await wholeOrNothing(await leftByKills((running) => running.copy()));
    expect(whole).toBeGreaterThan(0);
    expect(nothing).toBeGreaterThan(10);
  });

  it('takes effect completely or not at all, wherever power is lost', async () => {
    const random = randomFrom(seed);
    const { whole, nothing } = await wholeOrNothing(
      await leftByKills((running) => running.afterPowerLoss(random)),
    );
    expect(whole + nothing, `seed ${seed}`).toBeGreaterThan(10);
  });

  it.each([false, true])(
    'has no effect on a full disk, and works once there is room again (lasting: %s)',
    async (lasting) => {
      let refused = 0;
      for (let nth = 1, reached = true; reached; nth++) {
        if (!isTried(nth, 10)) continue;
        const failing = failingFileSystem(disk.copy());
        const store = await open(failing);
        const parts = partsOf(store);
        failing.arm('ENOSPC', nth, lasting);
        const error = await applyPlan(planId, { rejected_drawers: ['d'] }, parts).then(
          () => undefined,
          (thrown: unknown) => PalaceError.from(thrown),
        );
        reached = failing.heal();
        const where = `full at call ${nth} (${failing.failedCall})`;
        if (error === undefined) expect(contents(store), where).toEqual(after);
        else {
          refused += 1;
          // Only what writes meets a full disk; a read that fails is told as it is.
          if (failing.failedCall === 'write') expect(error.code, where).toBe('E_DISK_FULL');
          expect(contents(store), where).toEqual(before);
          await apply(store);
          expect(contents(store), where).toEqual(after);
        }
        await store.close();
      }
      expect(refused).toBeGreaterThan(10);
    },
  );
});
