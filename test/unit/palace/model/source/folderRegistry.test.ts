import { expect, it } from 'vitest';
import { minedFolders } from '../../../../../extension/palace/model/source/folderRegistry.ts';

it('writes a path after the innermost mined folder around it', () => {
  const { palacePath: path } = minedFolders({
    '/projects/harbour': { prefix: '', places: '' },
    '/projects/harbour/tools/': { prefix: 'tools/', places: '' },
    '/projects/bakery': { prefix: 'bakery/', places: '' },
  });
  expect(path('/projects/harbour/src/berth.ts')).toBe('src/berth.ts');
  expect(path('/projects/harbour/tools/lift.ts')).toBe('tools/lift.ts');
  expect(path('/projects/bakery/src/oven.ts')).toBe('bakery/src/oven.ts');
  expect(path('/projects/harbourside/src/berth.ts')).toBeUndefined();
});

it('knows a repository around, in or beside the folders that were mined', () => {
  const { touch } = minedFolders({ '/projects/harbour/tools': { prefix: '', places: '' } });
  expect(
    ['/projects/harbour/', '/projects/harbour/tools/', '/projects/harbour/tools/lift/'].map((folder) =>
      touch(folder),
    ),
  ).toEqual([true, true, true]);
  expect(
    ['/projects/har/', '/projects/harbour/toolshed/', '/elsewhere/harbour/'].map((folder) => touch(folder)),
  ).toEqual([false, false, false]);
});
