import { expect, it } from 'vitest';
import { palaceLeft } from '../../../../extension/editor/palace/palaceLeft.ts';

const [yes, no] = [() => Promise.resolve(true), () => Promise.resolve(false)];

it('names the palace that was left for a place without one', async () => {
  const closed = { kind: 'closed', folder: '/p/one' } as const;
  const absent = { kind: 'absent', folder: '/p/both' } as const;
  expect(await palaceLeft(closed, absent, yes)).toBe('/p/one');
  expect(await palaceLeft(closed, absent, no)).toBeNull(); // it has been deleted
  expect(await palaceLeft(closed, { kind: 'absent', folder: '/p/one' }, yes)).toBeNull();
  expect(await palaceLeft(closed, { kind: 'closed', folder: '/p/both' }, yes)).toBeNull();
  expect(await palaceLeft({ kind: 'locating' }, absent, yes)).toBeNull(); // the window's start
});
