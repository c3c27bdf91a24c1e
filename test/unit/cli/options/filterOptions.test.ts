import { expect, it } from 'vitest';
import { filterRequest } from '../../../../extension/cli/options/filterOptions.ts';

it('a filter without a name is refused, since it would find nothing or everything', () => {
  for (const [options, option] of [
    [{ wing: [''] }, '--wing'],
    [{ room: ['docs', ' '] }, '--room'],
    [{ tag: [''] }, '--tag'],
    [{ path: '' }, '--path'],
  ] as const)
    expect(() => filterRequest(options)).toThrow(`${option}: it must have at least 1 character.`);
});

it('filters are passed on as they are given', () => {
  expect(filterRequest({ wing: ['a b'], tag: ['x,y'], path: 'src/', kind: ['test'] })).toEqual({
    wing: ['a b'],
    tag: ['x,y'],
    path: 'src/',
    kind: ['test'],
  });
});
