import { fileKindOfPath } from './fileKind.ts';

/** What a test's name has besides that of its subject: `test_berth.py`, `berth.test.ts`, `berth_test.go`, `BerthTest.java`. */
const marks = /^test_|[._-](?:tests?|specs?|unittest|e2e)$|(?<=[a-z0-9])(?:Tests?|Spec)$/;
/** Names that stand for the folder around them. */
const folderNames: ReadonlySet<string> = new Set(['index', 'mod', 'lib', 'main', '__init__']);

/** Folder names and the file's own without its ending, from the innermost outwards. */
const partsOf = (path: string): readonly [string, ...string[]] => {
  const [name = '', ...folders] = path.split('/').reverse();
  const dot = name.lastIndexOf('.');
  return [dot > 0 ? name.slice(0, dot) : name, ...folders];
};

/** The name of what a test is about, in lower case; null for a file that is no test. `path`: with `/`. */
export const subjectOfTest = (path: string): string | null => {
  // Most paths of a palace hold none of these, and every one is asked.
  if (!/test|spec|e2e/i.test(path) || fileKindOfPath(path) !== 'test') return null;
  const subject = partsOf(path)[0].replace(marks, '').toLowerCase();
  return subject === '' ? null : subject;
};

/**
 * The name by which tests are called after a file, in lower case: its own, or its folder's if it is the folder's main file; null if
 * that folder has no name. `path`: with `/`.
 */
export const subjectName = (path: string): string | null => {
  const [name, folder] = partsOf(path.toLowerCase());
  return folderNames.has(name) ? (folder ?? null) : name;
};
