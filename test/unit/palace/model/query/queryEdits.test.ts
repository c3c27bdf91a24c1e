import { describe, expect, it } from 'vitest';
import {
  conditionsAsText,
  knownNames,
  meantConditions,
  queryOfText,
  withWord,
  wordsAlone,
} from '../../../../../extension/palace/model/query/queryEdits.ts';
import { queryPieces } from '../../../../../extension/palace/model/query/querySyntax.ts';

const names = knownNames({
  wings: { planner: 5, 'Agent Sessions': 2 },
  rooms: { planner: { docs: 3, src: 2 }, 'Agent Sessions': { ferry: 2 } },
  types: { file: 5, decision: 2 },
  tiers: { working: 7 },
});

describe('a condition that nothing fits', () => {
  it.each([
    ['retry room:dcos', 'room:docs', 'retry room:docs'],
    ['wing:docs retry', 'room:docs', 'room:docs retry'],
    ['retry wing:plan', 'wing:planner', 'retry wing:planner'],
    ['retry room:file', 'type:file', 'retry type:file'],
    ['retry type:desicion', 'type:decision', 'retry type:decision'],
    ['retry kind:tset', 'kind:test', 'retry kind:test'],
    ['retry type:changelogs', 'kind:changelog', 'retry kind:changelog'],
    ['fog wing:"agent sessions"', 'wing:"Agent Sessions"', 'fog wing:"Agent Sessions"'],
  ])('%s is read as %s', (query, meant, whole) => {
    expect(meantConditions(query, names)).toMatchObject([{ meant, query: whole }]);
  });

  it.each([
    'retry room:docs',
    'retry room:zebra',
    'retry tag:dcos',
    'retry kind:Test',
    'retry room:tset',
    'retry room:kill',
    'retry -room:dcos',
    'room:src,docs',
    `wing:${'x'.repeat(5000)}`,
  ])('%s is left alone: it fits, nothing is near, or its names are unknown', (query) => {
    expect(meantConditions(query, names)).toEqual([]);
  });
});

it('tags are known where they were asked for, in any letter case', () => {
  const withTags = knownNames({ wings: { planner: 5 }, rooms: {}, types: {}, tiers: {}, tags: ['Retry policy'] });
  expect(meantConditions('fog tag:retry', withTags)).toMatchObject([{ meant: 'tag:"Retry policy"' }]);
  expect(meantConditions('fog tag:planer', withTags)).toMatchObject([{ meant: 'wing:planner' }]);
  expect(meantConditions('fog tag:"retry policy"', withTags)).toEqual([]);
});

it('a word is written otherwise where it stands alone, and nowhere else', () => {
  expect(withWord('exponental (exponental) exponentals "exponental" -exponental', 'exponental', 'x')).toBe(
    'x (x) exponentals "exponental" -exponental',
  );
});

describe('text that nobody wrote as a query', () => {
  it.each([
    ["type:'module' and kind:test", "type 'module' and kind test"],
    ['git clean -fdx', 'git clean fdx'],
    ['say "-hello" to -room:docs', 'say hello to room docs'],
    ['„fog“ at path:type:x', 'fog at path type x'],
    ['exclude -"red tide" --force', 'exclude red tide force'],
  ])('%s asks for its words alone', (text, query) => {
    expect(queryOfText(text)).toBe(query);
    expect(queryPieces(query).filter(({ kind }) => kind !== 'word')).toEqual([]);
  });

  it('is left alone where nothing in it is a condition', () => {
    for (const text of ['const tide = await tideOf(berth);', 'a - b', 'ls --all', 'x'.repeat(3000)])
      expect(queryOfText(text)).toBe(text);
  });
});

it('a query without its conditions keeps its words, those of phrases too', () => {
  expect(wordsAlone('retry "full jitter" room:docs -theft')).toBe('retry full jitter');
  expect(wordsAlone('retry full jitter')).toBeNull();
  expect(wordsAlone('room:docs')).toBeNull();
});

it('conditions are read as text once they stand in quotes', () => {
  const asText = conditionsAsText('what does type:module mean in room:"my docs" -path:x') ?? '';
  expect(asText).toBe('what does "type:module" mean in "room:my docs" "-path:x"');
  expect(queryPieces(asText).filter(({ kind }) => kind === 'field')).toEqual([]);
  expect(conditionsAsText('what does "type:module" mean')).toBeNull();
});

it('every character of a query that is no space belongs to one piece', () => {
  const query = ' a "b  c" -d -"e f" wing:"g h",i path:"j k" -room:x -1 --l “m” "open ';
  const pieces = queryPieces(query);
  expect(
    pieces
      .map(({ start, end }) => query.slice(start, end))
      .join('')
      .replace(/\s/gu, ''),
  ).toBe(query.replace(/\s/gu, ''));
  expect(pieces.every(({ start }, index) => start >= (pieces[index - 1]?.end ?? 0))).toBe(true);
});
