import { describe, expect, it } from 'vitest';
import {
  isProjectRoot,
  nameWings,
  readableName,
  roomOf,
  type WingRoot,
} from '../../../../extension/palace/filing/wings.ts';

const names = (folders: string[], ...roots: WingRoot[]): string[] => {
  const nameOf = nameWings(folders, roots);
  return roots.map((root) => nameOf(root));
};
const at = (path: string, folder = 0): WingRoot => ({ folder, path });

describe('wings and rooms', () => {
  it('names a wing after its folder, the outermost after the workspace folder', () => {
    expect(names(['demo'], at(''), at('packages/app'), at('tools'))).toEqual(['demo', 'app', 'tools']);
  });

  it('puts as many parents in front of equal names as it needs, whatever the order', () => {
    const roots = [at(''), at('a/x/app'), at('b/x/app'), at('b/lib'), at('demo'), at('c/LIB')];
    const expected = ['demo', 'a-x-app', 'b-x-app', 'b-lib', 'demo-demo', 'c-LIB'];
    expect(names(['demo'], ...roots)).toEqual(expected);
    expect(names(['demo'], ...roots.toReversed())).toEqual(expected.toReversed());
  });

  it('gives every wing a name of its own even when parents do not tell them apart', () => {
    const given = names(['a', 'a'], at('', 0), at('', 1), at('b c'), at('b-c'), at('b c', 1));
    expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(given.length);
    expect(given.slice(0, 2)).toEqual(['a', 'a-2']);
  });

  it('takes the first folder below the wing for the room', () => {
    expect(roomOf('', 'README.md')).toBe('general');
    expect(roomOf('', 'docs/guide/a.md')).toBe('docs');
    expect(roomOf('packages/app', 'packages/app/src/deep/a.ts')).toBe('src');
    expect(roomOf('packages/app', 'packages/app/a.ts')).toBe('general');
  });

  it('keeps letters of any script in names and joins the rest with dashes', () => {
    expect(['My Project', ' проект! ', '///', 'a.b_c-d', 'e\u0301'].map(readableName)).toEqual([
      'My-Project',
      'проект',
      'unnamed',
      'a.b_c-d',
      'é',
    ]);
  });

  it('knows the manifests of a project', () => {
    for (const name of [
      'package.json',
      'pyproject.toml',
      'Cargo.toml',
      'go.mod',
      'pom.xml',
      'App.csproj',
      'composer.json',
      'Gemfile',
    ])
      expect(isProjectRoot('packages/app', ['README.md', name])).toBe(true);
    for (const name of ['package-lock.json', 'Cargo.lock', 'csproj', 'readme.md'])
      expect(isProjectRoot('packages/app', ['README.md', name])).toBe(false);
  });

  it('a manifest among tests, fixtures, examples or templates makes no project', () => {
    for (const path of ['tests/fixtures/broken', 'examples/basic', 'packages/app/__tests__/a', 'templates/react'])
      expect(isProjectRoot(path, ['package.json'])).toBe(false);
    for (const path of ['', 'packages/latest', 'crates/testing-tools'])
      expect(isProjectRoot(path, ['package.json'])).toBe(true);
  });
});

it('a name of dashes alone is none, however long', () => {
  expect(readableName('--crane--')).toBe('crane');
  // What takes time by the square of this never ends.
  expect(readableName(`a${'-'.repeat(2 ** 20)}b`)).toBe(`a${'-'.repeat(63)}`);
});
