import { expect, test } from 'vitest';
import { visibleLine } from '../../../../webview/text/visibleLine.ts';

test('the line with most of the terms is shown, trimmed', () => {
  expect(visibleLine('first\n   a lock here  \n   a berth lock  \n', 'file', ['berth', 'lock'], 60)).toBe(
    'a berth lock',
  );
});

test('among equals the earlier line is shown', () => {
  expect(visibleLine('lock one\nlock two', 'file', ['lock'], 60)).toBe('lock one');
});

test('of a commit the first line is shown, whatever the others hold', () => {
  expect(visibleLine('[main] fix: x\n\nlock berth', 'git_commit', ['lock', 'berth'], 60)).toBe('[main] fix: x');
});

test('where no line holds a term the first that is not blank is shown', () => {
  expect(visibleLine('\n\n  hello\nworld', 'file', ['lock'], 60)).toBe('hello');
  expect(visibleLine('', 'file', ['lock'], 60)).toBe('');
});

test('a match far to the right is brought into view, from the start of a word', () => {
  const line = visibleLine(`${'word '.repeat(30)}the berth is free`, 'file', ['berth'], 60);
  expect(line).toBe('…word word word the berth is free');
});

test('a match that is seen anyway moves nothing', () => {
  expect(visibleLine('a line with its berth near the start, and long beyond it', 'file', ['berth'], 60)).toBe(
    'a line with its berth near the start, and long beyond it',
  );
});
