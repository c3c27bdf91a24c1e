import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

it('a query of 2,499 phrases is refused with an error code; the same phrase 1,900 times counts as one', () => {
  const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  writeFiles(workspace, { 'notes.md': 'The crane is inspected in March.\n' });
  expect(runCli(palace, workspace, 'mine').code).toBe(0);
  const phrases = (word: (index: number) => string): string =>
    Array.from({ length: 2_499 }, (_, index) => `"${word(index)}"`).join(' ');
  const many = runCli(
    palace,
    workspace,
    'search',
    phrases((index) => String.fromCharCode(0x4e00 + index)),
  );
  expect(many.code).toBe(2);
  expect(many.stderr).toMatch(/2,?499 different phrases and exclusions; at most 50 are allowed.*E_QUERY_TOO_LONG/);
  const same = runCli(palace, workspace, 'search', Array.from({ length: 1_900 }, () => '"in"').join(' '));
  expect(same.stdout).toContain('notes.md');
});
