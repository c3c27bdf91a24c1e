import { expect, it } from 'vitest';
import { firstLine } from '../../../../extension/base/text/firstLine.ts';

it.each([
  ['', ''],
  [' \r\n\t', ''],
  ['one', 'one'],
  ['\n\n one \ntwo', 'one'],
  ['one\r\ntwo\r\n', 'one'],
])('of %j the first line is %j', (text, expected) => {
  expect(firstLine(text)).toBe(expected);
});
