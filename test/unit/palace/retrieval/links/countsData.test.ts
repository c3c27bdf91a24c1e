import { expect, it } from 'vitest';
import { countsData, countsFrom } from '../../../../../extension/palace/retrieval/links/countsData.ts';

const field = (documents: number, frequencies: readonly (readonly [string, number])[] = []) => ({
  documents,
  length: documents * 10,
  frequencies: new Map(frequencies),
});

it('counts arrive at another palace as they were sent; a term that was not counted is in no drawer', () => {
  const terms = ['crane', 'berth'];
  const data = countsData(
    { text: field(3, [['crane', 2]]), names: field(1), paths: field(2, [['berth', 1]]) },
    terms,
  );
  expect([data.text, data.names.frequencies, data.paths.frequencies]).toEqual([
    { documents: 3, length: 30, frequencies: [2, 0] },
    [0, 0],
    [0, 1],
  ]);
  const all = (crane: number, berth: number) =>
    [
      ['crane', crane],
      ['berth', berth],
    ] as const;
  expect(countsFrom(data, terms)).toEqual({
    text: field(3, all(2, 0)),
    names: field(1, all(0, 0)),
    paths: field(2, all(0, 1)),
  });
});

it('a palace that sends too few counts has the other terms in no drawer', () => {
  const sent = { documents: 3, length: 30, frequencies: [2] };
  const { text } = countsFrom({ text: sent, names: sent, paths: sent }, ['crane', 'berth']);
  expect([...text.frequencies]).toEqual([
    ['crane', 2],
    ['berth', 0],
  ]);
});
