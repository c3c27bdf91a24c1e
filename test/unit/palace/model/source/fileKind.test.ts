import { expect, it } from 'vitest';
import { fileKindOf, fileKindOfPath } from '../../../../../extension/palace/model/source/fileKind.ts';

it.each([
  ['src/store/wal.ts', 'source'],
  ['lib/rules/no-undef.js', 'source'],
  ['src/latest.ts', 'source'],
  ['src/_pytest/python.py', 'source'],
  ['scripts/release.mjs', 'source'],
  ['web/page.html', 'source'],
  ['test/unit/wal.test.ts', 'test'],
  ['src/wal.spec.tsx', 'test'],
  ['pkg/head_test.go', 'test'],
  ['testing/test_mark.py', 'test'],
  ['conftest.py', 'test'],
  ['src/test/java/StoreTest.java', 'test'],
  ['tests/fixtures/data.json', 'test'],
  ['README.md', 'docs'],
  ['docs/guide/start.html', 'docs'],
  ['LICENSE', 'docs'],
  ['CHANGELOG.md', 'changelog'],
  ['changelog/1234.bugfix.rst', 'changelog'],
  ['doc/en/changelog.rst', 'changelog'],
  ['package.json', 'configuration'],
  ['.github/workflows/ci.yml', 'configuration'],
  ['eslint.config.mjs', 'configuration'],
  ['Makefile', 'configuration'],
  ['data/cities.json', 'data'],
  ['exports/people.csv', 'data'],
  ['dist/app.js', 'generated'],
  ['src/app.min.js', 'generated'],
  ['api/v1/store.pb.go', 'generated'],
])('%s is %s', (path, kind) => {
  expect(fileKindOfPath(path)).toBe(kind);
});

it('what is no file has no kind: its type says what it is', () => {
  expect(fileKindOf({ type: 'git_commit', sourceFile: 'harbor.git' })).toBeNull();
  expect(fileKindOf({ type: 'decision', sourceFile: 'docs/adr.md' })).toBeNull();
  expect(fileKindOf({ type: 'file', sourceFile: 'docs/adr.md' })).toBe('docs');
});

it('a long path has a kind', () => {
  // What takes time by the square of this never ends.
  expect(fileKindOfPath(`${'data/'.repeat(2 ** 18)}x`)).toBe('source');
  expect(fileKindOfPath(`${'data/'.repeat(2 ** 18)}x.json`)).toBe('data');
});
