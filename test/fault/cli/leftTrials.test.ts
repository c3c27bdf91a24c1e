import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dayMs } from '../../../extension/base/time.ts';
import { ownMark } from '../../../extension/service/ownership/processStanding.ts';
import { cli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';

it('a trial removes what a killed one left, and nothing that a process may still use', async () => {
  const [workspace, temporary] = [temporaryFolder(), temporaryFolder()];
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const own = { ...ownMark(), since: new Date().toISOString() };
  const owners = {
    killed: { ...own, pid: ended, began: '1' },
    running: own,
    elsewhere: { ...own, pid: ended, host: 'elsewhere' },
  };
  for (const [name, note] of Object.entries(owners))
    writeFiles(path.join(temporary, `synapse-palace-dry-${name}`), {
      'owner.json': JSON.stringify(note),
      'palace.sqlite': '',
    });
  writeFiles(temporary, {
    'synapse-palace-dry-unnamed/palace.sqlite': '',
    'other/owner.json': JSON.stringify(owners.killed),
  });
  // Killed before it wrote whose it is.
  mkdirSync(path.join(temporary, 'synapse-palace-dry-old'));
  const days = (ago: number): Date => new Date(Date.now() - ago * dayMs);
  for (const name of ['synapse-palace-dry-old', 'synapse-palace-dry-running'])
    utimesSync(path.join(temporary, name), days(2), days(2));
  const tried = await runProgram([cli, '--palace', path.join(workspace, 'palace'), 'mine', '--dry-run'], {
    cwd: workspace,
    env: { HOME: temporaryFolder(), TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    input: '',
  });
  expect(tried.code).toBe(0);
  expect(readdirSync(temporary).toSorted()).toEqual([
    'other',
    ...['elsewhere', 'running', 'unnamed'].map((name) => `synapse-palace-dry-${name}`),
  ]);
});
