import { expect, test } from 'vitest';
import { bestLine } from '../../../../webview/text/bestLine.ts';

test('the line with most of the terms is shown, trimmed', () => {
  expect(bestLine('first\n   a lock here  \n   a berth lock  \n', 'file', ['berth', 'lock'])).toBe('a berth lock');
});

test('among equals the earlier line is shown', () => {
  expect(bestLine('lock one\nlock two', 'file', ['lock'])).toBe('lock one');
});

test('of a commit the first line is shown, whatever the others hold', () => {
  expect(bestLine('[main] fix: x\n\nlock berth', 'git_commit', ['lock', 'berth'])).toBe('[main] fix: x');
});

test('where no line holds a term the first that is not blank is shown', () => {
  expect(bestLine('\n\n  hello\nworld', 'file', ['lock'])).toBe('hello');
  expect(bestLine('', 'file', ['lock'])).toBe('');
});

test('a match far to the right is brought into view, from the start of a word', () => {
  const line = bestLine(`${'word '.repeat(30)}the berth is free`, 'file', ['berth']);
  expect(line).toBe('…word word word the berth is free');
});

test('a match that is seen anyway moves nothing', () => {
  expect(bestLine('a line with its berth near the start, and long beyond it', 'file', ['berth'])).toBe('a line with its berth near the start, and long beyond it');
});
