import path from 'node:path';
import { expect, test } from 'vitest';
import { isInside } from '../../../extension/base/pathInside.ts';

test('a folder holds itself and what lies beneath it', () => {
  expect(isInside('/work/house', '/work/house', path.posix)).toBe(true);
  expect(isInside('/work/house/room/file', '/work/house', path.posix)).toBe(true);
  expect(isInside('/work/house/..room', '/work/house', path.posix)).toBe(true);
  expect(isInside('C:\\work\\house\\room', 'c:\\work\\house', path.win32)).toBe(true);
});

test('it holds neither its neighbours nor what lies around it', () => {
  expect(isInside('/work/household', '/work/house', path.posix)).toBe(false);
  expect(isInside('/work', '/work/house', path.posix)).toBe(false);
  expect(isInside('/work/house/../shed', '/work/house', path.posix)).toBe(false);
  expect(isInside('D:\\work\\house', 'C:\\work\\house', path.win32)).toBe(false);
});
