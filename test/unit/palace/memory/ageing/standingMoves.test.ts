import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveCalls } from '../../../../../extension/palace/calls/moveCalls.ts';
import { IdempotentCalls } from '../../../../../extension/palace/calls/running/idempotency.ts';
import { laterBatch } from '../../../../../extension/palace/memory/ageing/movedBatches.ts';
import { StandingMoves } from '../../../../../extension/palace/memory/ageing/standingMoves.ts';
import { tierStanding } from '../../../../../extension/palace/model/drawer/ageing.ts';
import { tiers } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId, isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import type { PalaceStore, WriteTransaction } from '../../../../../extension/palace/store/palaceStore.ts';
import { runs } from '../../../../fixtures/testSize.ts';
import { emptyStore } from '../../../../fixtures/palaces/exchangeStore.ts';
import { newDrawer } from '../../store/samplePalace.ts';

const at = (day: number) => isoTime(Date.UTC(2026, 0, day));
const now = at(10);
const drawerNames = ['a', 'b', 'c', 'd', 'e', 'f'];

/** What a batch that was made on a day does to a drawer: puts it into the archive or into a tier. */
const move = (write: WriteTransaction, name: string, day: number, to: number | null): void => {
  const drawer = write.read.drawerById(drawerId(name));
  if (drawer === undefined) return;
  const tier = to === null ? null : (tiers[to] ?? 'working');
  if (tier === null)
    write.updateDrawers([{ rowid: drawer.rowid, archived: { at: at(day), reason: 'maintenance' } }]);
  else {
    write.updateDrawers([{ rowid: drawer.rowid, archived: null, tier }]);
    write.putProperties(drawer.id, tierStanding(at(day), 0));
  }
  write.putMoves({ id: `b${day}`, at: at(day), by: 'maintenance', reason: null, planId: null }, [
    { drawerId: name, from: drawer.tier, to: tier, reason: 'idle' },
  ]);
};

/** The same as `StandingMoves` counts, by the moves themselves, read at once. */
const counted = ({ read }: PalaceStore, limit: number, untold: boolean) =>
  read
    .moveBatches(at(3), null, 100, untold)
    .flatMap(({ id, at: time }) => {
      const { moves } = read.movesAfter(id, null, '', 1_000);
      const steps = moves.flatMap(({ from, to }) =>
        to === null ? [] : [tiers.indexOf(to) - tiers.indexOf(from)],
      );
      return moves.length === 0
        ? []
        : [
            {
              batch: id,
              at: time,
              by: 'maintenance',
              reason: null,
              plan_id: null,
              archived: moves.filter(({ to }) => to === null).length,
              demoted: steps.filter((each) => each < 0).length,
              promoted: steps.filter((each) => each > 0).length,
            },
          ];
    })
    .slice(0, limit);

/** The latest batch after one that has moved drawers of it on, by all moves. */
const laterOf = ({ read }: PalaceStore, id: string): string | undefined => {
  const earlier = read.moveBatch(id);
  return read
    .moveBatches(at(1), null, 100)
    .filter((batch) => earlier !== undefined && batch.at > earlier.at)
    .find((batch) =>
      read.movesAfter(batch.id, null, '', 1_000).moves.some((each) => read.hasMoved(id, [each.drawerId])),
    )?.id;
};

/** A store with some drawers, and what is counted of its moves, kept in step with it. */
const watchedStore = async () => {
  const store = await emptyStore();
  await store.write((write) => void write.insertDrawers(drawerNames.map((id) => newDrawer(id))));
  let pages = 0;
  const moved = new StandingMoves({
    ...store.read,
    movesAfter: (...given) => {
      pages += 1;
      return store.read.movesAfter(...given);
    },
  });
  store.onCommit((change) => moved.committed(change));
  return { store, moved, pages: () => pages };
};

const name = fc.constantFrom(...drawerNames);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('move' as const), name, to: fc.option(fc.nat(2)) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('restore' as const, 'pin' as const, 'delete' as const), name }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('tell' as const, 'insert' as const), name }) },
);

it('the counts are those of the moves that stand, whatever is committed between two asks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { store, moved } = await watchedStore();
      for (const [index, each] of steps.entries()) {
        const day = 2 + Math.floor(index / 2);
        await store.write((write) => {
          const rowid = write.read.drawerById(drawerId(each.name))?.rowid;
          if (each.kind === 'move') move(write, each.name, day, each.to);
          else if (each.kind === 'tell') write.tellMoves([`b${day}`], now);
          else if (each.kind === 'insert') write.insertDrawers([newDrawer(`new ${index}`)]);
          else if (rowid !== undefined && each.kind === 'delete') write.deleteDrawers([rowid]);
          else if (rowid !== undefined)
            write.updateDrawers([{ rowid, ...(each.kind === 'pin' ? { pinned: true } : { archived: null }) }]);
        });
        for (const untold of [false, true])
          for (const limit of [1, 20])
            expect(await moved.batches(now, limit, { untold })).toEqual(counted(store, limit, untold));
        for (const id of ['b2', `b${day}`, 'none'])
          expect(await laterBatch(store.read, id)).toBe(laterOf(store, id));
      }
      await store.close();
    }),
    { numRuns: runs(30) },
  );
});

it('a batch is counted once for many asks, and anew when a drawer of it may have moved on', async () => {
  const { store, moved, pages } = await watchedStore();
  await store.write((write) => drawerNames.forEach((each) => move(write, each, 5, each < 'c' ? null : 0)));
  const first = await moved.batches(now, 20);
  expect(first).toMatchObject([{ batch: 'b5', archived: 2, demoted: 4 }]);
  const before = pages();
  await store.write((write) => write.setMeta('some', 'thing'));
  await store.write((write) => void write.insertDrawers([newDrawer('new')]));
  await store.write((write) => {
    write.updateDrawers([{ rowid: write.read.drawerById(drawerId('new'))?.rowid ?? 0, pinned: true }]);
  });
  expect(await Promise.all([moved.batches(now, 1), moved.batches(now, 20)])).toEqual([first, first]);
  expect(pages()).toBe(before);
  await store.write((write) => {
    write.updateDrawers([{ rowid: write.read.drawerById(drawerId('a'))?.rowid ?? 0, archived: null }]);
  });
  const asked = await Promise.all([moved.batches(now, 1), moved.batches(now, 20)]);
  for (const batches of asked) expect(batches).toMatchObject([{ batch: 'b5', archived: 1, demoted: 4 }]);
  // Who asks while it is counted waits for the same counts.
  expect(pages()).toBe(before + 1);
  await store.close();
});

it('what was counted while a drawer moved on is not kept', async () => {
  const { store, moved } = await watchedStore();
  await store.write((write) => drawerNames.forEach((each) => move(write, each, 5, null)));
  const asked = moved.batches(now, 20);
  const undone = store.write((write) => {
    for (const each of drawerNames)
      write.updateDrawers([{ rowid: write.read.drawerById(drawerId(each))?.rowid ?? 0, archived: null }]);
  });
  await Promise.all([asked, undone]);
  expect(await moved.batches(now, 20)).toEqual([]);
  await store.close();
});

it('what a batch moves between the count and the telling is told with it', async () => {
  const { store, moved } = await watchedStore();
  await store.write((write) => move(write, 'a', 5, null));
  const busy = new Proxy(store, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'write') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (work: (write: WriteTransaction) => unknown) => {
        await target.write((write) => move(write, 'b', 5, null));
        return target.write(work);
      };
    },
  });
  const clock = () => new Date(now);
  const calls = moveCalls({ store: busy, clock, idempotency: new IdempotentCalls(busy, clock), moved });
  expect((await calls.tellMoves({})).batches).toMatchObject([{ batch: 'b5', archived: 2 }]);
  expect(await calls.tellMoves({})).toEqual({ batches: [] });
  await store.close();
});
