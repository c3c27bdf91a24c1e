import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

describe.skipIf(process.platform === 'win32')('an export', () => {
  it.each(['jsonl', 'markdown'])(
    'with sensitive drawers is readable by its user only, even with umask 000 (%s)',
    async (format) => {
      const [workspace, target] = [temporaryFolder(), path.join(temporaryFolder(), 'export')];
      writeFiles(workspace, { 'notes.md': 'The crane is inspected in March.\n' });
      // A child inherits the umask of this process, which is set for the moment of its start only.
      const run = (...words: string[]): ReturnType<typeof runProgram> => {
        const before = process.umask(0);
        const outcome = runProgram([...quickStart, cli, '--palace', path.join(workspace, '.palace'), ...words], {
          cwd: workspace,
          env: {},
          input: '',
        });
        process.umask(before);
        return outcome;
      };
      expect((await run('save', 'The gate opens with a word.', '--sensitive')).code).toBe(0);
      const { code, stderr } = await run('export', target, '--format', format, '--include-sensitive');
      expect(code, stderr).toBe(0);
      const modes = [
        ['', statSync(target).mode & 0o777],
        ...readdirSync(target, { recursive: true, withFileTypes: true }).map((entry) => [
          entry.name,
          statSync(path.join(entry.parentPath, entry.name)).mode & (entry.isDirectory() ? 0o077 : 0o177),
        ]),
      ] as [string, number][];
      expect(modes.length).toBeGreaterThan(2);
      expect(modes.shift()).toEqual(['', 0o700]);
      expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
    },
  );
});
