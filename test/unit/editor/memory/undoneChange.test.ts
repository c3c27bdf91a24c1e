import { expect, it } from 'vitest';
import { undoneChange } from '../../../../extension/editor/memory/undoneChange.ts';
import { drawerOf } from '../fakePalace.ts';

it('each drawer gets back what it had, in one call for all that had the same', () => {
  const before = [
    drawerOf(1, { tier: 'working' }),
    drawerOf(2, { tier: 'ephemeral' }),
    drawerOf(3, { tier: 'working' }),
    drawerOf(4, { tier: 'longterm' }),
  ];
  expect(undoneChange(before, { tier: 'longterm' })).toEqual([
    { ids: ['drawer_1', 'drawer_3'], change: { tier: 'working' } },
    { ids: ['drawer_2'], change: { tier: 'ephemeral' } },
  ]);
});

it('what replaced a drawer before replaces it again', () => {
  const before = [drawerOf(1), drawerOf(2, { superseded_by: 'drawer_9' })];
  expect(undoneChange(before, { superseded_by: 'drawer_8' })).toEqual([
    { ids: ['drawer_1'], change: { superseded_by: null } },
    { ids: ['drawer_2'], change: { superseded_by: 'drawer_9' } },
  ]);
});

it('only the tags that came or went are undone', () => {
  expect(
    undoneChange([drawerOf(1, { tags: ['a', 'b'] })], { tags_add: ['b', 'c'], tags_remove: ['a', 'd'] }),
  ).toEqual([{ ids: ['drawer_1'], change: { tags_add: ['a'], tags_remove: ['c'] } }]);
});

it('a drawer that is brought back goes to the archive again for the same reason', () => {
  const archived = drawerOf(1, { archived: true, archive_reason: 'unused' });
  expect(undoneChange([archived], { archived: false })).toEqual([
    { ids: ['drawer_1'], change: { archived: true, archive_reason: 'unused' } },
  ]);
});
