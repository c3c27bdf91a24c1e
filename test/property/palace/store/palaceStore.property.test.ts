import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Drawer, NewDrawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { isoTime, wingName } from '../../../../extension/palace/model/drawer/ids.ts';
import { openPalace } from '../../../../extension/palace/store/openPalace.ts';
import type { PalaceStore, WriteTransaction } from '../../../../extension/palace/store/palaceStore.ts';
import type { DrawerPatch } from '../../../../extension/palace/store/queries/drawerPatch.ts';
import type { StoredVector } from '../../../../extension/palace/store/queries/vectors.ts';
import { nodeFileSystem } from '../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite, type Sqlite } from '../../../../extension/palace/store/realFile/loadSqlite.ts';
import { newDrawer, sqliteWasm, temporaryFolder } from '../../../unit/palace/store/samplePalace.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** What the store must be indistinguishable from. */
class Model {
  drawers = new Map<number, Drawer>();
  vectors = new Map<string, StoredVector>();
  nextRowid = 1;
  revision = 0;

  copy(): Model {
    return Object.assign(new Model(), {
      drawers: new Map(this.drawers),
      vectors: new Map(this.vectors),
      nextRowid: this.nextRowid,
      revision: this.revision,
    });
  }

  isEmbeddable(rowid: number): boolean {
    return this.drawers.get(rowid)?.sensitive === false;
  }

  forgetVectors(rowid: number): void {
    for (const [key, vector] of this.vectors) if (vector.rowid === rowid) this.vectors.delete(key);
  }

  /** Null: a step that must throw. */
  apply(step: Step): void | null {
    switch (step.kind) {
      case 'insert': {
        if ([...this.drawers.values()].some(({ id }) => id === step.drawer.id)) return null;
        const rowid = this.nextRowid++;
        this.drawers.set(rowid, {
          ...step.drawer,
          rowid,
          sourceFile: null,
          archived: false,
          archivedAt: null,
          archiveReason: null,
          supersededBy: null,
          consolidatedInto: null,
          accessCount: 0,
          lastAccessed: null,
        });
        return undefined;
      }
      case 'update': {
        const drawer = this.drawers.get(step.patch.rowid);
        if (drawer === undefined) return null;
        const { archived, ...rest } = step.patch;
        if (rest.sensitive === true) this.forgetVectors(drawer.rowid);
        this.drawers.set(drawer.rowid, {
          ...drawer,
          ...rest,
          ...(archived === undefined
            ? {}
            : {
                archived: archived !== null,
                archivedAt: archived?.at ?? null,
                archiveReason: archived?.reason ?? null,
              }),
        });
        return undefined;
      }
      case 'delete':
        this.drawers.delete(step.rowid);
        this.forgetVectors(step.rowid);
        return undefined;
      case 'vector':
        if (this.isEmbeddable(step.vector.rowid))
          this.vectors.set(`${step.vector.modelId} ${String(step.vector.rowid).padStart(9)}`, step.vector);
        return undefined;
      case 'throw':
        return null;
    }
  }
}

type Step =
  | { readonly kind: 'insert'; readonly drawer: NewDrawer }
  | { readonly kind: 'update'; readonly patch: DrawerPatch }
  | { readonly kind: 'delete'; readonly rowid: number }
  | { readonly kind: 'vector'; readonly vector: StoredVector }
  | { readonly kind: 'throw' };

const rowid = fc.integer({ min: 1, max: 25 });
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 5000 }).filter((value) => !/\p{Surrogate}/u.test(value)),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      drawer: fc
        .tuple(fc.integer({ min: 0, max: 60 }), text, fc.boolean(), fc.integer({ min: 0, max: 9 }))
        .map(([id, value, sensitive, day]) =>
          newDrawer(`d${id}`, { text: value, sensitive, filedAt: isoTime(Date.UTC(2026, 0, 1 + day)) }),
        ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      patch: fc
        .record(
          {
            rowid,
            pinned: fc.boolean(),
            sensitive: fc.boolean(),
            importance: fc
              .double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true })
              .map((value) => value + 0),
            wing: fc.constantFrom('w1', 'w2').map(wingName),
            archived: fc.constantFrom(null, { at: isoTime(0), reason: 'old' }),
          },
          { requiredKeys: ['rowid'] },
        )
        .filter((patch) => Object.keys(patch).length > 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), rowid }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('vector' as const),
      vector: fc.record({
        rowid,
        modelId: fc.constantFrom('m1', 'm2'),
        scale: fc.float({ min: Math.fround(0.001), max: 1, noNaN: true }),
        data: fc.int8Array({ minLength: 4, maxLength: 4 }),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'throw' as const }) },
);
/** Turns, each of writes that are given to the store together, each of steps; and whether to reopen after the turn. */
const turns = fc.array(
  fc.record({
    writes: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
    reopen: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const perform = (write: WriteTransaction, todo: Step): void => {
  switch (todo.kind) {
    case 'insert':
      return void write.insertDrawers([todo.drawer]);
    case 'update':
      return write.updateDrawers([todo.patch]);
    case 'delete':
      return write.deleteDrawers([todo.rowid]);
    case 'vector':
      return write.putVectors([todo.vector]);
    case 'throw':
      throw new Error('on purpose');
  }
};

const models = ['m1', 'm2'];
const ofStore = (store: PalaceStore): unknown => ({
  drawers: store.read.scanDrawers(0, 1000),
  // Some of these are kept from the turn before.
  byRowid: store.read.drawersByRowid(Array.from({ length: 100 }, (_, rowid) => rowid)),
  vectors: models.flatMap((model) => store.read.scanVectors(model, 0, 1000)),
  revision: store.revision,
  waiting: models.map((model) => [
    store.read.rowidsWithoutVector(model, 3),
    store.read.rowidsWithoutVector(model, 1000),
    store.read.vectorCounts(model).pending,
  ]),
  total: store.read.counts().total,
});
const ofModel = (model: Model): unknown => {
  const drawers = [...model.drawers.values()].sort((a, b) => a.rowid - b.rowid);
  const waiting = models.map((modelId) =>
    drawers
      .filter(
        (drawer) =>
          !drawer.archived &&
          !drawer.sensitive &&
          ![...model.vectors.values()].some(
            (vector) => vector.rowid === drawer.rowid && vector.modelId === modelId,
          ),
      )
      .sort((a, b) => b.accessCount - a.accessCount || b.filedAt.localeCompare(a.filedAt) || a.rowid - b.rowid)
      .map((drawer) => drawer.rowid),
  );
  return {
    drawers,
    byRowid: drawers,
    vectors: [...model.vectors].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, vector]) => vector),
    revision: model.revision,
    waiting: waiting.map((rowids) => [rowids.slice(0, 3), rowids, rowids.length]),
    total: drawers.filter(({ archived }) => !archived).length,
  };
};

describe('a palace store', () => {
  const place = temporaryFolder();
  let sqlite: Sqlite;
  beforeAll(async () => {
    sqlite = await loadSqlite(sqliteWasm);
  });
  afterAll(place.remove);

  it('holds after any writes, some of which throw, what a plain map in memory would hold, also after reopening, and tells listeners the difference', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(turns, async (given) => {
        const folder = `${place.folder}/${run++}`;
        const open = () => openPalace({ folder, sqlite, fileSystem: nodeFileSystem, clock: () => new Date(0) });
        let store = await open();
        let model = new Model();
        try {
          for (const { writes, reopen } of given) {
            /** Kept by listening alone. */
            const heard = new Map(model.drawers);
            store.onCommit(({ inserted, updated, deleted }) => {
              for (const drawer of [...inserted, ...updated]) heard.set(drawer.rowid, drawer);
              for (const gone of deleted) heard.delete(gone);
            });
            const outcomes = await Promise.allSettled(
              writes.map((steps) => store.write((write) => steps.forEach((todo) => perform(write, todo)))),
            );
            outcomes.forEach((outcome, i) => {
              const next = model.copy();
              const throws = (writes[i] ?? []).some((todo) => next.apply(todo) === null);
              expect(outcome.status).toBe(throws ? 'rejected' : 'fulfilled');
              if (throws) return;
              const changed = (writes[i] ?? []).some(
                (todo) => todo.kind === 'insert' || todo.kind === 'update' || touches(model, writes[i] ?? []),
              );
              next.revision += changed ? 1 : 0;
              model = next;
            });
            expect(ofStore(store)).toEqual(ofModel(model));
            expect(new Map([...heard].sort(([a], [b]) => a - b))).toEqual(model.drawers);
            if (!reopen) continue;
            await store.close();
            store = await open();
            expect(ofStore(store)).toEqual(ofModel(model));
          }
          expect((await store.verify()).ok).toBe(true);
        } finally {
          await store.close();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: runs(50) },
    );
  });
});

/** True if the steps change anything: deleting and embedding what is not there does not. */
const touches = (model: Model, steps: readonly Step[]): boolean => {
  const copy = model.copy();
  return steps.some((todo) => {
    const before = `${copy.drawers.size} ${copy.vectors.size}`;
    const isThere = todo.kind === 'vector' && copy.isEmbeddable(todo.vector.rowid);
    copy.apply(todo);
    return isThere || before !== `${copy.drawers.size} ${copy.vectors.size}`;
  });
};
