import { expect, test } from 'vitest';
import { visibleLine } from '../../../../webview/text/visibleLine.ts';

test('the line with most of the terms is shown, trimmed', () => {
  expect(visibleLine('first\n   a lock here  \n   a berth lock  \n', 'lock.ts', ['berth', 'lock'], 60)).toBe(
    'a berth lock',
  );
});

test('among equals the earlier line is shown', () => {
  expect(visibleLine('lock one\nlock two', 'lock.ts', ['lock'], 60)).toBe('lock one');
});

test('the title is not shown again where there is another line', () => {
  expect(visibleLine('fix: lock berth\n\nthe berth\n', 'fix: lock berth', ['lock', 'berth'], 60)).toBe(
    'the berth',
  );
  expect(visibleLine('fix: lock berth\n', 'fix: lock berth', ['lock', 'berth'], 60)).toBe('fix: lock berth');
});

test('where no line holds a term the first that is not blank is shown', () => {
  expect(visibleLine('\n\n  hello\nworld', 'lock.ts', ['lock'], 60)).toBe('hello');
  expect(visibleLine('', 'lock.ts', ['lock'], 60)).toBe('');
});

test('a match far to the right is brought into view, from the start of a word', () => {
  const line = visibleLine(`${'word '.repeat(30)}the berth is free`, 'lock.ts', ['berth'], 60);
  expect(line).toBe('…word word word the berth is free');
});

test('a match that is seen anyway moves nothing', () => {
  expect(visibleLine('a line with its berth near the start, and long beyond it', 'lock.ts', ['berth'], 60)).toBe(
    'a line with its berth near the start, and long beyond it',
  );
});
