import { expect, it } from 'vitest';
import { palacePaths, touchesMinedFolder } from '../../../../../extension/palace/model/source/folderRegistry.ts';

it('writes a path after the innermost mined folder around it', () => {
  const path = palacePaths({
    '/work/harbour': { prefix: '', places: '' },
    '/work/harbour/tools/': { prefix: 'tools/', places: '' },
    '/work/bakery': { prefix: 'bakery/', places: '' },
  });
  expect(path('/work/harbour/src/berth.ts')).toBe('src/berth.ts');
  expect(path('/work/harbour/tools/lift.ts')).toBe('tools/lift.ts');
  expect(path('/work/bakery/src/oven.ts')).toBe('bakery/src/oven.ts');
  expect(path('/work/harbourside/src/berth.ts')).toBeUndefined();
});

it('knows a repository around, in or beside the folders that were mined', () => {
  const isMined = touchesMinedFolder({ '/work/harbour/tools': { prefix: '', places: '' } });
  expect(['/work/harbour', '/work/harbour/tools', '/work/harbour/tools/lift/'].map(isMined)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['/work/har', '/work/harbour/toolshed', '/home/harbour'].map(isMined)).toEqual([false, false, false]);
});
