import { expect, it } from 'vitest';
import { withoutMarks } from '../../../../extension/base/text/withoutMarks.ts';

it('a line is read without the marks of its language', () => {
  expect(['## The crane', '/* The crane */', '<!-- The crane  -->', '"""The crane"""'].map(withoutMarks)).toEqual(
    Array(4).fill('The crane'),
  );
});

it('a line of blanks is read to its end', () => {
  // What takes time by the square of this never ends.
  const line = `a${' '.repeat(2 ** 20)}b`;
  expect(withoutMarks(`* ${line} */`)).toBe(line);
});
