import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isIgnored, noIgnoreRules, withGitignore } from '../../../../extension/palace/mining/ignoreRules.ts';
import { runs } from '../../../fixtures/testSize.ts';

const files = [
  'a',
  'b.md',
  'ab/a',
  'ab/b.md',
  'ab/ba/a.md',
  'ab/ba/ab/b',
  'd-e/[x]/a b',
  'd-e/!c',
  '#e/a*b',
  'b/a\\b',
  'ä',
  'ab/ü.md',
  '🚢/é b',
];
const hasGit = spawnSync('git', ['--version']).status === 0;

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'patterns-'));
  if (hasGit) execFileSync('git', ['init', '-q', root], { stdio: 'ignore' });
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const piece = fc.constantFrom(
  ...['a', 'b', 'ab', 'ba', '.md', '*', '**', '?', '/', '/', '**/', '/**', '[a-c]', '[!a]', '[[:alpha:]]', '[]b]'],
  ...['\\*', '\\[', '\\!', '\\#', '#e', 'd-e', '[x', ' ', '\\ ', '[b-d/]', '[d\\-x]', '!'],
  ...['\\/', '[c-a]', '[z-a', '[b-ac]', '\r', '[a-]', '[!b-a]'],
  ...['ä', 'ü', '🚢', '[ä]', '[à-ü]', '[!ü]'],
);
const line = fc
  .tuple(fc.constantFrom('', '', '', '!', '/'), fc.array(piece, { minLength: 1, maxLength: 5 }))
  .map(([start, pieces]) => `${start}${pieces.join('')}`);

/** What the walk finds: it asks from the top down and does not enter what is ignored. */
const keptBy = (text: string): string[] => {
  const rules = withGitignore(noIgnoreRules, '', text);
  return files.filter((file) => {
    const names = file.split('/');
    return names.every((_, index) => {
      const isFolder = index < names.length - 1;
      return !isIgnored(rules, names.slice(0, index + 1).join('/'), isFolder);
    });
  });
};

describe.skipIf(!hasGit)('a .gitignore', () => {
  it('hides the files that git itself ignores', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const text = lines.join('\n');
        writeFileSync(path.join(root, '.gitignore'), text);
        const seen = execFileSync(
          'git',
          ['-c', 'core.quotePath=false', 'ls-files', '-z', '-o', '--exclude-standard'],
          {
            cwd: root,
            encoding: 'utf8',
          },
        );
        const kept = new Set(seen.split('\0').filter((file) => file !== ''));
        expect(keptBy(text)).toEqual(files.filter((file) => kept.has(file)));
      }),
      {
        numRuns: runs(60),
        examples: [
          [['***/a']],
          [['ab/****/b']],
          [['?']],
          [['??']],
          [['????/?? ?']],
          [['[ä]']],
          [['[!a]?.md']],
          [['*ä', 'ü*']],
          [['a**/a.md']],
          [['b**/*']],
          [['ab/b**/**/b']],
          [['ab**/**']],
          [['/a**/a/']],
          [['*.md', '!/ab**']],
          [['*.md', '!ab/b**/']],
          [['a**/b**/b']],
          [['a*b**/b']],
          [['ab\\/a']],
          [['ab\\/**\\/b']],
          [['[b-ac]']],
          [['[!b-a]']],
          [['a\r']],
          [['a\r', 'b.md\r']],
        ],
      },
    );
  });
});

it('is decided in time for a pattern that would keep a regular expression busy for hours', () => {
  const deep = Array.from({ length: 60 }, () => 'a').join('/');
  const rules = withGitignore(noIgnoreRules, '', `${'**/a/'.repeat(9)}b\n${'*a'.repeat(40)}b\n`);
  expect(isIgnored(rules, `${deep}/c`, false)).toBe(false);
  expect(isIgnored(rules, `${deep}/b`, false)).toBe(true);
  expect(isIgnored(rules, `${'a'.repeat(250)}c`, false)).toBe(false);
});
