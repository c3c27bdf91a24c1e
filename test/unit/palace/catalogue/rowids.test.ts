import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Catalogue } from '../../../../extension/palace/catalogue/catalogue.ts';
import { contentHash, type IndexedDrawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId } from '../../../../extension/palace/model/drawer/ids.ts';
import { candidate } from '../../../fixtures/candidates.ts';
import { runs } from '../../../fixtures/testSize.ts';

const drawerOf = (rowid: number): IndexedDrawer => ({
  ...candidate({}).drawer,
  rowid,
  id: drawerId(`drawer ${rowid}`),
  contentHash: contentHash(`text ${rowid}`),
});

/** Adds a rowid that is not there, removes one of those that are, or closes the slots up. */
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), rowid: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), rowid: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('closeUp' as const), rowid: fc.constant(0) }) },
);

/** What a catalogue says of each rowid, against the drawers that should be there. */
const check = (catalogue: Catalogue, living: ReadonlySet<number>): void => {
  expect(catalogue.drawers).toBe(living.size);
  for (let rowid = 0; rowid <= 64; rowid += 1) {
    const slot = catalogue.slotOfRowid(rowid);
    expect(slot !== undefined).toBe(living.has(rowid));
    if (slot === undefined) continue;
    expect(catalogue.entry(slot)).toMatchObject({ rowid, id: `drawer ${rowid}` });
    expect(catalogue.slotOfId(`drawer ${rowid}`)).toBe(slot);
    expect(catalogue.slotsOfText(contentHash(`text ${rowid}`))).toEqual([slot]);
  }
};

it('finds drawers by rowid, ID and text as they come and go, with rowids that rise as in every sound palace', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const [catalogue, living] = [new Catalogue(), new Set<number>()];
      let next = 0;
      for (const { kind, rowid } of changes) {
        if (kind === 'add') {
          next += 1 + (rowid % 2);
          catalogue.add(drawerOf(next));
          living.add(next);
        } else if (kind === 'closeUp') catalogue.closeUp();
        else {
          expect(catalogue.remove(rowid) !== undefined).toBe(living.delete(rowid));
          expect(catalogue.remove(rowid)).toBeUndefined();
        }
      }
      check(catalogue, living);
    }),
    { numRuns: runs(100) },
  );
});

it('finds them where a damaged palace gives out rowids in any order, and some of them again', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const [catalogue, living] = [new Catalogue(), new Set<number>()];
      for (const { kind, rowid } of changes) {
        if (kind === 'closeUp') catalogue.closeUp();
        else if (kind === 'remove') expect(catalogue.remove(rowid) !== undefined).toBe(living.delete(rowid));
        else if (!living.has(rowid)) {
          catalogue.add(drawerOf(rowid));
          living.add(rowid);
        }
      }
      check(catalogue, living);
    }),
    { numRuns: runs(100) },
  );
});

it('finds each drawer by its ID when several change IDs in one commit, in whatever order they are told', () => {
  const ids = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });
  fc.assert(
    fc.property(ids, ids, fc.array(fc.nat(4)), (next, order, removed) => {
      const catalogue = new Catalogue();
      const named = (rowid: number, name: number): IndexedDrawer => ({
        ...drawerOf(rowid),
        id: drawerId(`drawer ${name}`),
      });
      for (let rowid = 0; rowid < 5; rowid++) catalogue.add(named(rowid, rowid));
      expect(catalogue.slotOfId('drawer 0')).toBe(0);
      const left = order.filter((rowid) => !removed.includes(rowid));
      for (const rowid of left) catalogue.update(named(rowid, next[rowid] ?? rowid));
      for (const rowid of removed) catalogue.remove(rowid);
      for (const rowid of left)
        expect(catalogue.slotOfId(`drawer ${next[rowid]}`)).toBe(catalogue.slotOfRowid(rowid));
    }),
    { numRuns: runs(300) },
  );
});
