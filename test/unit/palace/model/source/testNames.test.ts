import { expect, it } from 'vitest';
import { subjectNames, subjectOfTest } from '../../../../../extension/palace/model/source/testNames.ts';

it.each([
  ['testing/test_berth.py', 'berth'],
  ['pkg/berth_test.go', 'berth'],
  ['src/berth.test.ts', 'berth'],
  ['src/Berth.spec.tsx', 'berth'],
  ['src/test/java/harbour/BerthTest.java', 'berth'],
  ['Harbour.Tests/BerthTests.cs', 'berth'],
  ['spec/models/berth_spec.rb', 'berth'],
  ['src/__tests__/berth.js', 'berth'],
  ['tests/sync_mpsc.rs', 'sync_mpsc'],
  ['e2e/berth.e2e.ts', 'berth'],
])('%s is a test of %s', (path, subject) => {
  expect(subjectOfTest(path)).toBe(subject);
});

it.each(['src/berth.ts', 'src/contest.ts', 'docs/testing.md', 'inspector.py', '', 'src/test_.lock'])(
  '“%s” tests nothing',
  (path) => {
    expect(subjectOfTest(path)).toBeNull();
  },
);

it('a test is called after the file, its folder where it is the main file, or both', () => {
  expect([...subjectNames('src/sync/mpsc.rs')]).toEqual(['mpsc', 'sync_mpsc', 'syncmpsc']);
  expect([...subjectNames('src/Assertion/__init__.py')]).toEqual(['assertion', 'src_assertion', 'srcassertion']);
  expect([...subjectNames('berth.test.helper.ts')]).toEqual(['berth.test.helper']);
  expect([...subjectNames('index.ts')]).toEqual([]);
  expect([...subjectNames('.gitignore')]).toEqual(['.gitignore']);
});

it('every source is found by the tests that languages usually give it', () => {
  for (const [source, test] of [
    ['src/_pytest/terminal.py', 'testing/test_terminal.py'],
    ['tokio/src/task/join_set.rs', 'tokio/tests/task_join_set.rs'],
    ['storage/head.go', 'storage/head_test.go'],
    ['src/main/java/a/Berth.java', 'src/test/java/a/BerthTest.java'],
    ['src/berth/index.ts', 'test/berth.test.ts'],
  ] as const)
    expect(subjectNames(source)).toContain(subjectOfTest(test));
});
