import { expect, it } from 'vitest';
import { indented } from '../../../../extension/base/text/indented.ts';

it.each([
  ['one', '  one'],
  ['one\ntwo\n\nthree', '  one\n  two\n  \n  three'],
  ['one\r\ntwo\r\n', '  one\r\n  two\r\n  '],
  ['one\r- two', '  one\r  - two'],
  ['one\u2028- two', '  one\u2028  - two'],
])('every line of %j is indented once', (text, expected) => {
  expect(indented(text)).toBe(expected);
});
