import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { errnoOf, isErrno, reasonOf } from '../../../../extension/base/files/errno.ts';

test('a call that Node refused is known by its code', async () => {
  const missing: unknown = await readFile('/no such file').catch((error: unknown) => error);
  expect(errnoOf(missing)).toBe('ENOENT');
  expect(isErrno(missing, 'ENOENT')).toBe(true);
  expect(isErrno(missing, 'ENOTDIR', 'ENOENT')).toBe(true);
  expect(isErrno(missing, 'EACCES')).toBe(false);
  expect(reasonOf(missing)).toBe('ENOENT');
});

test('what has no code is no such error', () => {
  expect(reasonOf(new Error('no code'))).toBe('Error: no code');
  const numbered = Object.assign(new Error('of another kind'), { code: 7 });
  for (const thrown of [new Error('ENOENT'), numbered, { code: 'ENOENT' }, 'ENOENT', undefined, null]) {
    expect(errnoOf(thrown)).toBeUndefined();
    expect(isErrno(thrown, 'ENOENT')).toBe(false);
  }
});
