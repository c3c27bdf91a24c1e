import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGit, gitVersion, isRecentEnough } from '../../../../../extension/palace/mining/git/gitProgram.ts';
import { hardenedEnvironment } from '../../../../../extension/palace/mining/git/hardenedGit.ts';
import { temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

const program = (folder: string, mode = 0o755): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'git'), '#!/bin/sh\n');
  chmodSync(path.join(folder, 'git'), mode);
  return path.join(folder, 'git');
};
const find = (searchPath: readonly string[], outside: readonly string[] = []) =>
  findGit({ env: { PATH: searchPath.join(':') }, platform: 'linux', outside });

describe.skipIf(process.platform === 'win32')(
  'finding git (skipped on Windows: a search path of another form)',
  () => {
    it('takes the first of the search path', async () => {
      const folder = realpathSync(temporaryFolder());
      const [first, second] = [program(path.join(folder, 'a')), program(path.join(folder, 'b'))];
      expect((await find([path.join(folder, 'none'), path.dirname(first), path.dirname(second)]))?.file).toBe(
        first,
      );
    });

    it('looks at no relative entry, and leaves it out of what git itself may search', async () => {
      const folder = realpathSync(temporaryFolder());
      const file = program(path.join(folder, 'bin'));
      const relative = path.relative(process.cwd(), program(path.join(folder, 'hostile')));
      expect(await find(['.', '', path.dirname(relative), 'node_modules/.bin', path.dirname(file)])).toEqual({
        file,
        searchPath: path.dirname(file),
      });
    });

    it('takes none that lies in the repository, nor one that a link leads into it', async () => {
      const folder = realpathSync(temporaryFolder());
      const [repository, trusted] = [path.join(folder, 'repository'), path.join(folder, 'bin')];
      const inside = program(path.join(repository, 'tools'));
      mkdirSync(path.join(folder, 'links'));
      symlinkSync(inside, path.join(folder, 'links', 'git'));
      const file = program(trusted);
      const found = await find([path.dirname(inside), path.join(folder, 'links'), trusted], [repository]);
      expect(found).toEqual({ file, searchPath: `${path.join(folder, 'links')}:${trusted}` });
    });

    it('passes over folders and files that may not be run', async () => {
      const folder = realpathSync(temporaryFolder());
      mkdirSync(path.join(folder, 'a', 'git'), { recursive: true });
      const asleep = program(path.join(folder, 'b'), 0o644);
      const file = program(path.join(folder, 'c'));
      expect((await find([path.join(folder, 'a'), path.dirname(asleep), path.dirname(file)]))?.file).toBe(file);
    });

    it('finds it in a system whose root is a repository', async () => {
      const file = program(path.join(realpathSync(temporaryFolder()), 'bin'));
      expect((await find([path.dirname(file)], ['/']))?.file).toBe(file);
    });
  },
);

describe('git’s version', () => {
  it.each([
    ['git version 2.39.5\n', [2, 39], true],
    ['git version 2.30.0.windows.1\n', [2, 30], true],
    ['git version 2.39.5 (Apple Git-154)\n', [2, 39], true],
    ['git version 1.8.3.1\n', [1, 8], false],
    ['git version 2.29.9\n', [2, 29], false],
    ['git version 3.0.0', [3, 0], true],
  ] as const)('%j is read, and whether it is recent enough', (output, version, recent) => {
    expect(gitVersion(output)).toEqual(version);
    expect(isRecentEnough(version)).toBe(recent);
  });

  it('of another program is none', () => {
    expect(gitVersion('hub version 2.14')).toBeNull();
  });
});

describe('git’s environment', () => {
  it('takes nothing over that could change what git does', () => {
    const environment = hardenedEnvironment(
      { file: '/usr/bin/git', searchPath: '/usr/bin' },
      {
        HOME: '/home/you',
        PATH: '.:/usr/bin',
        GIT_DIR: '/x',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.pager',
        GIT_EXTERNAL_DIFF: 'x',
        GIT_EXEC_PATH: '/x',
        GIT_CONFIG_PARAMETERS: 'x',
        LD_PRELOAD: 'x',
        GIT_TRACE: '1',
        GIT_NAMESPACE: 'x',
        GIT_SSH: 'x',
      },
      '/home/you/src',
    );
    for (const name of [
      'GIT_DIR',
      'GIT_CONFIG_COUNT',
      'GIT_CONFIG_KEY_0',
      'GIT_EXTERNAL_DIFF',
      'GIT_EXEC_PATH',
      'GIT_CONFIG_PARAMETERS',
      'LD_PRELOAD',
      'GIT_TRACE',
      'GIT_NAMESPACE',
      'GIT_SSH',
    ])
      expect(environment[name]).toBeUndefined();
    expect(environment).toMatchObject({
      PATH: '/usr/bin',
      HOME: '/home/you',
      GIT_CEILING_DIRECTORIES: '/home/you/src',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
    });
  });
});
