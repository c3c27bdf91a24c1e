import { expect, it } from 'vitest';
import { subjectName, subjectOfTest } from '../../../../../extension/palace/model/source/testNames.ts';

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

it.each([
  ['src/sync/mpsc.rs', 'mpsc'],
  ['src/Assertion/__init__.py', 'assertion'],
  ['berth.test.helper.ts', 'berth.test.helper'],
  ['.gitignore', '.gitignore'],
  ['index.ts', null],
])('a test of %s is called after %s', (path, name) => {
  expect(subjectName(path)).toBe(name);
});

it.each([
  ['src/_pytest/terminal.py', 'testing/test_terminal.py'],
  ['storage/head.go', 'storage/head_test.go'],
  ['src/main/java/a/Berth.java', 'src/test/java/a/BerthTest.java'],
  ['src/berth/index.ts', 'test/berth.test.ts'],
])('%s is called after in %s', (source, test) => {
  expect(subjectName(source)).toBe(subjectOfTest(test));
});
