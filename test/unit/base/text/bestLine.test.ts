import { expect, test } from 'vitest';
import { bestLine } from '../../../../extension/base/text/bestLine.ts';

test('the line with most of the terms is the best one, trimmed', () => {
  expect(bestLine('first\r\n   a lock here  \r\n\ta berth lock  \r\n', ['berth', 'lock'])).toBe('a berth lock');
});

test('among equals the earlier line is the best one', () => {
  expect(bestLine('none\nlock one\nlock two', ['lock'])).toBe('lock one');
});

test('a term counts where a word begins with it, and in the spelling that its stem stands for', () => {
  expect(bestLine('grace\nrace', ['race'])).toBe('race');
  expect(bestLine('nothing\nretry', ['retri'])).toBe('retry');
});

test('a term that stands in a line twice counts once', () => {
  expect(bestLine('lock lock lock\nlock berth', ['lock', 'berth'])).toBe('lock berth');
});

test('where no line holds a term it is the first with a letter or digit, else the first that is not blank', () => {
  expect(bestLine('\n---\n  # Title  \ntext', ['absent'])).toBe('# Title');
  expect(bestLine('\n  ---\n***', [])).toBe('---');
  expect(bestLine(' \n', ['lock'])).toBe('');
});
