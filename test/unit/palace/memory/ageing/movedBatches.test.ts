import { expect, it } from 'vitest';
import { restoreCall } from '../../../../../extension/palace/calls/restoreCall.ts';
import { IdempotentCalls } from '../../../../../extension/palace/calls/running/idempotency.ts';
import { ageingLimits } from '../../../../../extension/palace/memory/ageing/ageingRules.ts';
import { ageMemory } from '../../../../../extension/palace/memory/ageing/maintenance.ts';
import type { PalaceStore } from '../../../../../extension/palace/store/palaceStore.ts';
import { fileAged, testNow } from '../../../../fixtures/agedDrawers.ts';
import { emptyStore } from '../../../../fixtures/palaces/exchangeStore.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

it('what somebody has moved since stays where it is, also in the tier that maintenance had chosen', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const save = async (text: string) => (await palace.save({ text, type: 'issue' })).drawer_id ?? '';
  const [moved, left] = [await save('Uploads stall on Mondays'), await save('The crane squeaks in the cold')];
  now = new Date('2026-04-20T12:00:00Z');
  const { batch, counts } = await palace.maintain({});
  expect(counts).toMatchObject({ demoted: 2 });
  now = new Date('2026-04-21T12:00:00Z');
  await palace.update({ drawer_ids: [moved], tier: 'longterm' });
  await palace.update({ drawer_ids: [moved], tier: 'ephemeral' });
  expect((await palace.moves({})).batches).toMatchObject([{ batch, demoted: 1, drawers: [{ drawer_id: left }] }]);
  expect(await palace.restore({ batch: batch ?? '' })).toMatchObject({ restored: [], moved_back: [left] });
  expect(await palace.show({ drawer_id: moved })).toMatchObject({ tier: 'ephemeral' });
  expect(await palace.show({ drawer_id: left })).toMatchObject({ tier: 'working' });
  expect((await palace.moves({})).batches).toEqual([]);
  await palace.close();
});

it('a batch whose drawers a later one has moved on names that one', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const { drawer_id: id } = await palace.save({ text: 'Uploads stall on Mondays', type: 'issue' });
  const maintainAt = async (at: string): Promise<string> => {
    now = new Date(at);
    return (await palace.maintain({})).batch ?? '';
  };
  const demoted = await maintainAt('2026-04-20T12:00:00Z');
  const archived = await maintainAt('2026-07-15T12:00:00Z');
  expect(await palace.show({ drawer_id: id ?? '' })).toMatchObject({ archived: true });
  await expect(palace.restore({ batch: demoted })).rejects.toMatchObject({
    code: 'E_USAGE',
    message: `A later batch, ${archived}, has moved the drawers of the batch “${demoted}” again.`,
    remedy: `Undo that one: restore --batch ${archived}.`,
  });
  expect(await palace.restore({ batch: archived })).toMatchObject({ restored: [id] });
  // Taken back twice: the batch before it is no later one.
  await expect(palace.restore({ batch: archived })).rejects.toMatchObject({
    message: `The archive has nothing of the batch “${archived}”.`,
  });
  expect(await palace.restore({ batch: demoted })).toMatchObject({ moved_back: [id] });
  await palace.close();
});

it('of two sessions that begin at once, one is told what was moved; more that the batch moves is told again', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  await palace.save({ text: 'Uploads stall on Mondays', type: 'issue' });
  await palace.save({ text: 'The crane squeaks in the cold', type: 'decision' });
  now = new Date('2026-04-20T12:00:00Z');
  const { batch } = await palace.maintain({ limits: { promote_days: 100 } });
  const both = await Promise.all([palace.tellMoves({}), palace.tellMoves({})]);
  expect(both.flatMap(({ batches }) => batches)).toMatchObject([{ batch, demoted: 1, promoted: 0 }]);
  expect(await palace.tellMoves({})).toEqual({ batches: [] });
  // At the same time, as the same batch.
  expect((await palace.maintain({})).batch).toBe(batch);
  expect((await palace.tellMoves({})).batches).toMatchObject([{ batch, demoted: 1, promoted: 1 }]);
  await palace.close();
});

/** A store whose maintenance has moved 250 issues to another tier and 250 handoffs to the archive, and what takes that back. */
const manyMoved = async () => {
  const store = await emptyStore();
  await fileAged(
    store,
    Array.from({ length: 500 }, (_, i) => ({
      id: `d${String((i * 7) % 500).padStart(3, '0')}`,
      age: 40,
      ...(i % 2 === 0
        ? ({ type: 'issue', tier: 'working' } as const)
        : ({ type: 'handoff', tier: 'ephemeral' } as const)),
    })),
  );
  const before = store.read.scanDrawers(0, 500);
  const { batch, counts } = await ageMemory(store, { dryRun: false, now: testNow, limits: ageingLimits() });
  expect(counts).toMatchObject({ demoted: 250, archived: 250 });
  const restore = (from: PalaceStore, signal?: AbortSignal) =>
    restoreCall(
      {
        store: from,
        idempotency: new IdempotentCalls(from, () => new Date(testNow)),
        embeddings: { settle: () => Promise.resolve({ done: 0, pending: 0 }) },
        present: () => testNow,
      },
      { batch: batch ?? '' },
      { request: 'once', ...(signal === undefined ? {} : { signal }) },
    );
  const ids = (type: string): string[] => before.filter((drawer) => drawer.type === type).map(({ id }) => id);
  return { store, before, restore, issues: ids('issue').sort(), handoffs: ids('handoff').sort() };
};

it('a batch is read in pages, also once it was taken back', async () => {
  const { store, before, restore } = await manyMoved();
  const sizes: number[] = [];
  const movesAfter: PalaceStore['read']['movesAfter'] = (...given) => {
    sizes.push(given[3]);
    return store.read.movesAfter(...given);
  };
  const read = { ...store.read, movesAfter };
  const watched = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = name === 'read' ? read : Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  await restore(watched);
  expect(store.read.scanDrawers(0, 500)).toEqual(before);
  await restore(watched);
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  await store.close();
});

it('a batch whose undoing is stopped between two transactions is undone by the repeated call, each drawer once', async () => {
  for (const after of [1, 3, 5]) {
    const { store, before, restore, issues, handoffs } = await manyMoved();
    const stop = new AbortController();
    let commits = 0;
    store.onCommit(() => (commits += 1) === after && stop.abort());
    await expect(restore(store, stop.signal)).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(commits).toBe(after);
    const done = await restore(store);
    expect([...done.moved_back].sort()).toEqual(issues);
    expect([...done.restored].sort()).toEqual(handoffs);
    expect(done).toMatchObject({ unchanged: 0, missing: [] });
    expect(store.read.scanDrawers(0, 500)).toEqual(before);
    const again = await restore(store);
    expect([again.moved_back.length, again.restored.length]).toEqual([250, 250]);
    expect(commits).toBe(6);
    await store.close();
  }
});
