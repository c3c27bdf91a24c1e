import { expect, test } from 'vitest';
import { roomCounts } from '../../../../webview/frame/roomCounts.ts';

test('rooms are counted over one wing or all of them, whatever their names', () => {
  const rooms = { harbor: { notes: 1, constructor: 2, ['__proto__']: 3 }, dock: { notes: 4, toString: 5 } };
  expect(Object.entries(roomCounts(rooms, undefined))).toEqual([
    ['notes', 5],
    ['constructor', 2],
    ['__proto__', 3],
    ['toString', 5],
  ]);
  expect(roomCounts(rooms, 'dock')).toEqual({ notes: 4, toString: 5 });
});
