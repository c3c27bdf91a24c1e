import { expect, test } from 'vitest';
import { csvFile } from '../../../../webview/export/csvFile.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tindented', "'\tindented"],
  ['=A1,"b"', `"'=A1,""b"""`],
  ['a "quoted" name', '"a ""quoted"" name"'],
  ['two\nlines', '"two\nlines"'],
  ['a,b', '"a,b"'],
  ['plain = text', 'plain = text'],
])('the text “%s” is the cell “%s”: no formula, no broken row', (text, cell) => {
  expect(csvFile([[text]])).toBe(`${cell}\r\n`);
});

test('a number stays one, also below zero; null is an empty cell', () => {
  expect(
    csvFile([
      ['head', 'x'],
      [-0.1234567890123, null],
    ]),
  ).toBe('head,x\r\n-0.1234567890123,\r\n');
});
