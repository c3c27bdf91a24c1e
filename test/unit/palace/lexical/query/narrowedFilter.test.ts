import { expect, it } from 'vitest';
import { narrowedFilter } from '../../../../../extension/palace/lexical/query/narrowedFilter.ts';
import { parseQuery } from '../../../../../extension/palace/lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../../../../extension/palace/model/query/drawerFilter.ts';

const both = (given: string, typed: string): DrawerFilter =>
  narrowedFilter(parseQuery(`x ${given}`).filter, parseQuery(`x ${typed}`).filter);

it('a query’s condition narrows the search’s own, and lifts none of them', () => {
  expect(both('wing:harbor,gateway', 'wing:gateway,docs')).toEqual({ wings: ['gateway'] });
  expect(both('room:src type:file', 'tier:working kind:test')).toEqual({
    rooms: ['src'],
    types: ['file'],
    tiers: ['working'],
    kinds: ['test'],
  });
  expect(both('type:file,issue tier:working kind:test', 'type:issue tier:working kind:test,docs')).toEqual({
    types: ['issue'],
    tiers: ['working'],
    kinds: ['test'],
  });
});

it.each([
  ['wing:harbor', 'wing:gateway,docs'],
  ['room:src', 'room:docs'],
  ['type:file', 'type:issue'],
  ['tier:working', 'tier:longterm'],
  ['kind:test', 'kind:docs'],
  ['palace:this', 'palace:docs'],
  ['tag:auth', 'tag:draft'],
  ['path:docs', 'path:src'],
])('%s and %s contradict each other', (given, typed) => {
  expect(() => both(given, typed)).toThrow(
    expect.objectContaining({
      code: 'E_QUERY_FIELD',
      message: `${typed} in the query: this search is limited to ${given} already.`,
    }),
  );
});

it('of two times, the one that leaves less counts', () => {
  const early = both('after:2020 before:2020', '').filedFrom;
  const late = both('after:2024', '').filedFrom;
  expect(both('after:2020 before:2024', 'after:2024 before:2020')).toEqual({
    filedFrom: late,
    filedBefore: early,
  });
  expect(both('after:2024 before:2020', 'after:2020 before:2024')).toEqual({
    filedFrom: late,
    filedBefore: early,
  });
});

it('tags and a path may be in both if they are the same', () => {
  expect(both('tag:auth,Draft path:src', 'tag:draft,auth path:SRC')).toEqual({
    tags: ['draft', 'auth'],
    path: 'SRC',
  });
});
