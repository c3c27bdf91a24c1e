import { expect, it } from 'vitest';
import { drawerRows } from '../../../../extension/cli/output/drawerRows.ts';
import { drawerOf } from '../../editor/fakePalace.ts';

const part = (n: number, of: string) =>
  drawerOf(n, {
    type: 'handoff',
    source_file: null,
    lines: null,
    part_of: { drawer_id: of, part: n, parts: 9 },
  });

it('a list has a long note once, by its beginning, also where its last part was filed last and stands first', () => {
  const rows = drawerRows([drawerOf(5), part(3, 'a'), part(2, 'a'), part(1, 'a'), drawerOf(6)], 80);
  expect(rows).toEqual([
    'drawer_5  src/5.ts:1  text 5',
    'drawer_1  note, part 1 of 9  text 1',
    'drawer_6  src/6.ts:1  text 6',
  ]);
});

it('a list has a long note once, and says which of its parts comes first', () => {
  const rows = drawerRows([part(3, 'a'), part(4, 'a'), drawerOf(5), part(1, 'b'), part(5, 'a')], 80);
  expect(rows).toEqual([
    'drawer_3  note, part 3 of 9  text 3',
    'drawer_5  src/5.ts:1  text 5',
    'drawer_1  note, part 1 of 9  text 1',
  ]);
});
