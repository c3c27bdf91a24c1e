import { expect, it } from 'vitest';
import { SearchHistory } from '../../../../extension/editor/search/searchHistory.ts';

const open = (stored: Record<string, unknown> = {}) => {
  const kept = new Map<string, unknown>(Object.entries(stored));
  return new SearchHistory({ get: (key) => kept.get(key), set: (key, queries) => void kept.set(key, queries) });
};

it('the last searches are kept newest first, each once, and a star stays when they are gone', () => {
  const history = open();
  for (const query of ['a', 'b', ' a ', '', ...Array.from({ length: 19 }, (_, index) => `c${index}`)])
    history.add(query);
  history.star('a', true);
  const { recent, starred } = history.read();
  expect(recent).toHaveLength(20);
  expect(recent.slice(-2)).toEqual(['c0', 'a']);
  history.remove('a');
  expect(history.read().recent).not.toContain('a');
  expect(starred).toEqual(['a']);
  history.star('a', false);
  expect(history.read().starred).toEqual([]);
});

it('a query that is too long to be searched is not kept, and one that an earlier version kept is not given', () => {
  const long = 'x'.repeat(10_001);
  const history = open({ searchHistory: [long, 'a'], starredSearches: [long] });
  expect(history.read()).toEqual({ recent: ['a'], starred: [] });
  history.add(long);
  history.star(long, true);
  expect(history.read()).toEqual({ recent: ['a'], starred: [] });
});

it('erasing forgets every search, and every listener is told', () => {
  const history = open({ searchHistory: ['a'], starredSearches: ['b', 7] });
  const told: unknown[] = [];
  history.onChange((searches) => told.push(searches));
  expect(history.read()).toEqual({ recent: ['a'], starred: ['b'] });
  history.forget();
  expect(told.at(-1)).toEqual({ recent: [], starred: [] });
});
