import { expect, test } from 'vitest';
import { ResultRows } from '../../../../extension/editor/search/resultRows.ts';
import type { SearchRow } from '../../../../extension/editor/search/searchRows.ts';

const note: SearchRow = { label: 'Read as “ferry”' };
const row = (drawerId: string): SearchRow => ({ label: drawerId, drawerId });

/** A list that tells its active rows as the editor does, and the rows in it. */
const opened = () => {
  const pick = {
    items: [] as readonly SearchRow[],
    activeItems: [] as readonly SearchRow[],
    keepScrollPosition: false,
  };
  return { pick, rows: new ResultRows(pick), active: () => pick.activeItems.map(({ drawerId }) => drawerId) };
};

test('the best result is active, not a note above it', () => {
  const { rows, active } = opened();
  rows.show([note, row('a'), row('b')], false);
  expect(active()).toEqual(['a']);
  expect([rows.isPlaced('a'), rows.isPlaced('b')]).toEqual([true, false]);
});

test('a row that somebody moved to stays active, wherever a later answer has it', () => {
  const { pick, rows, active } = opened();
  rows.show([row('a'), row('b')], true);
  pick.activeItems = [row('b')];
  rows.replace([row('c'), row('a'), row('b')], true);
  expect(active()).toEqual(['b']);
  expect(pick.keepScrollPosition).toBe(true);
  expect(rows.isPlaced('b')).toBe(false);
});

test('until somebody moves, the best result found while files are filed is active; once all are, the same stays', () => {
  const { rows, active } = opened();
  rows.show([row('a')], true);
  rows.replace([row('b'), row('a')], false);
  expect(active()).toEqual(['b']);
  rows.replace([row('c'), row('b')], false);
  expect(active()).toEqual(['b']);
});

test('if the active row is gone, the best one is active; without results, none is', () => {
  const { rows, active } = opened();
  rows.show([row('a')], false);
  rows.replace([row('b')], false);
  expect(active()).toEqual(['b']);
  rows.show([note], false);
  expect(active()).toEqual([]);
});
