import path from 'node:path';
import { expect, test } from 'vitest';
import { isInside } from '../../../../extension/base/files/pathInside.ts';

test('a folder holds itself and what lies beneath it', () => {
  expect(isInside('/srv/house', '/srv/house', path.posix)).toBe(true);
  expect(isInside('/srv/house/room/file', '/srv/house', path.posix)).toBe(true);
  expect(isInside('/srv/house/..room', '/srv/house', path.posix)).toBe(true);
  expect(isInside('C:\\work\\house\\room', 'c:\\work\\house', path.win32)).toBe(true);
});

test('it holds neither its neighbours nor what lies around it', () => {
  expect(isInside('/srv/household', '/srv/house', path.posix)).toBe(false);
  expect(isInside('/srv', '/srv/house', path.posix)).toBe(false);
  expect(isInside('/srv/house/../shed', '/srv/house', path.posix)).toBe(false);
  expect(isInside('D:\\work\\house', 'C:\\work\\house', path.win32)).toBe(false);
});
