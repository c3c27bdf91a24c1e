import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageingLimits } from '../../../../../extension/palace/memory/ageing/ageingRules.ts';
import { moveBack } from '../../../../../extension/palace/memory/ageing/movedBatches.ts';
import { restoreBatch } from '../../../../../extension/palace/memory/ageing/archiveBatch.ts';
import { ageMemory, changesAtOnce } from '../../../../../extension/palace/memory/ageing/maintenance.ts';
import { entryTypes, tiers, type Drawer } from '../../../../../extension/palace/model/drawer/drawer.ts';
import type { PalaceStore } from '../../../../../extension/palace/store/palaceStore.ts';
import { fileAged, testNow, type AgedDrawer } from '../../../../fixtures/agedDrawers.ts';
import { emptyStore } from '../../../../fixtures/palaces/exchangeStore.ts';
import { treeHash } from '../../../../fixtures/treeHash.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const age = fc.oneof(fc.constantFrom(6.99, 7, 7.01, 29.9, 30.1, 59, 61), fc.integer({ min: 0, max: 200 }));
const drawer: fc.Arbitrary<Omit<AgedDrawer, 'id'>> = fc.record(
  {
    type: fc.constantFrom(...entryTypes),
    tier: fc.constantFrom(...tiers),
    age,
    pinned: fc.boolean(),
    accesses: fc.nat({ max: 6 }),
    accessed: age,
    askedFor: fc.boolean(),
    archived: fc.boolean(),
  },
  { requiredKeys: ['type', 'tier', 'age'] },
);
const palace = fc
  .array(drawer, { minLength: 1, maxLength: 60 })
  .map((drawers) => drawers.map((facts, i) => ({ ...facts, id: `d${String(i).padStart(3, '0')}` })));

const limits = ageingLimits();
const pass = (store: PalaceStore, dryRun = false) => ageMemory(store, { dryRun, now: testNow, limits });
const all = (store: PalaceStore): Drawer[] => store.read.scanDrawers(0, 10_000);
/** What is there, whatever the rows are numbered. */
const standing = (store: PalaceStore): unknown =>
  all(store)
    .map((drawer) => ({ ...drawer, rowid: 0, properties: store.read.propertiesOf(drawer.id) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

describe('a maintenance pass over any palace', () => {
  it('deletes nothing, changes no text and nothing pinned, asked for or mirrored, and does what its dry run said', async () => {
    await fc.assert(
      fc.asyncProperty(palace, async (drawers) => {
        const store = await emptyStore();
        await fileAged(store, drawers);
        const before = all(store);
        const revision = store.revision;
        const hash = treeHash(store.folder);
        const said = await pass(store, true);
        expect(store.revision).toBe(revision);
        expect(treeHash(store.folder)).toEqual(hash);
        const done = await pass(store);
        expect(done).toEqual(said);
        const after = all(store);
        expect(after.map(({ id, text }) => [id, text])).toEqual(before.map(({ id, text }) => [id, text]));
        const reported = new Map(done.changes.map((change) => [change.drawer_id, change]));
        expect(reported.size).toBe(done.changes.length);
        after.forEach((now, i) => {
          const was = before[i];
          const change = reported.get(now.id);
          const fixed =
            drawers[i]?.pinned === true ||
            drawers[i]?.askedFor === true ||
            now.type === 'file' ||
            now.type === 'conversation' ||
            was?.archived === true ||
            was?.tier === 'longterm';
          if (fixed) expect(change).toBeUndefined();
          if (change === undefined) expect(now).toEqual(was);
          else if (change.change === 'archived')
            expect(now).toEqual({ ...was, archived: true, archivedAt: testNow, archiveReason: 'maintenance' });
          else expect(now).toEqual({ ...was, tier: change.to });
        });
        await store.close();
      }),
      { numRuns: runs(12) },
    );
  });

  it('changes nothing when it is made again at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(palace, async (drawers) => {
        const store = await emptyStore();
        await fileAged(store, drawers);
        await pass(store);
        const revision = store.revision;
        expect((await pass(store)).changes).toEqual([]);
        expect(store.revision).toBe(revision);
        await store.close();
      }),
      { numRuns: runs(8) },
    );
  });

  it('does not depend on the order in which the drawers were filed', async () => {
    await fc.assert(
      fc.asyncProperty(palace, fc.integer(), async (drawers, seed) => {
        const [a, b] = [await emptyStore(), await emptyStore()];
        await fileAged(a, drawers);
        await fileAged(
          b,
          [...drawers].sort((x, y) => hash(`${seed}${x.id}`) - hash(`${seed}${y.id}`)),
        );
        expect(await pass(b)).toEqual(await pass(a));
        expect(standing(b)).toEqual(standing(a));
        await a.close();
        await b.close();
      }),
      { numRuns: runs(6) },
    );
  });

  it('can be taken back as a batch, after which a pass leaves the same drawers alone', async () => {
    await fc.assert(
      fc.asyncProperty(palace, async (drawers) => {
        const store = await emptyStore();
        await fileAged(store, drawers);
        const before = all(store);
        const { batch, changes } = await pass(store);
        const archived = changes.filter(({ change }) => change === 'archived').map(({ drawer_id: id }) => id);
        expect(batch === null).toBe(changes.length === 0);
        if (batch !== null) {
          const movedBack = await moveBack(store, batch, testNow);
          const { restored } = await restoreBatch(store, batch, testNow, undefined, true);
          expect([...restored].sort()).toEqual(archived);
          expect([...restored, ...movedBack].sort()).toEqual(changes.map(({ drawer_id: id }) => id).sort());
          expect(all(store)).toEqual(before);
          const named = (list: typeof changes) => list.map(({ change, drawer_id: id }) => `${change} ${id}`);
          const again = named((await pass(store)).changes);
          for (const change of named(changes)) expect(again).not.toContain(change);
        }
        await store.close();
      }),
      { numRuns: runs(8) },
    );
  });

  it('judges each drawer again when it writes: what was pinned meanwhile stays', async () => {
    const store = await emptyStore();
    const count = 2 * changesAtOnce + 5;
    await fileAged(
      store,
      Array.from({ length: count }, (_, i) => ({
        id: `d${String(i).padStart(4, '0')}`,
        type: 'issue',
        tier: 'working',
        age: 40,
      })),
    );
    const last = store.read.scanDrawers(count - 1, 1)[0];
    const running = pass(store);
    await store.write((write) => write.updateDrawers([{ rowid: last?.rowid ?? 0, pinned: true }]));
    const { changes, counts } = await running;
    expect(counts).toMatchObject({ demoted: count - 1, looked_at: count });
    expect(changes.map(({ drawer_id: id }) => id)).not.toContain(last?.id);
    expect(store.read.drawersByRowid([last?.rowid ?? 0])[0]).toMatchObject({ tier: 'working', pinned: true });
  });
});

const hash = (text: string): number => [...text].reduce((sum, mark) => (sum * 31 + mark.charCodeAt(0)) | 0, 7);
