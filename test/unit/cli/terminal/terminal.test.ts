import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clip, count, terminalOf } from '../../../../extension/cli/terminal/terminal.ts';

it('a count is written as English writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), (value) => {
      expect(count(value)).toBe(value.toLocaleString('en'));
    }),
  );
  expect(count(1234567)).toBe('1,234,567');
});

it('lines are as wide as the terminal within reason, and as if there were none where its width is unknown', () => {
  const columnsOf = (columns: number | undefined) =>
    terminalOf({ isTTY: true, columns } as NodeJS.WriteStream, {}).columns;
  expect([undefined, 0, 1, 20, 80, 500].map(columnsOf)).toEqual([100, 100, 40, 40, 80, 160]);
});

it('a text is cut between its characters', () => {
  expect(clip('abcdef', 4)).toBe('abc…');
  expect(clip('ab😀def', 4)).toBe('ab…');
  expect(clip('ab😀def', 5)).toBe('ab😀…');
});
