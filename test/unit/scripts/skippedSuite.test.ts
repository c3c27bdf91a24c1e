import { spawnSync } from 'node:child_process';
import { cpSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('a test run without PostgreSQL, and without the means to fetch it, passes and says on its last lines what was skipped', () => {
  const project = temporaryFolder();
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(name, path.join(project, name), { recursive: true });
  symlinkSync(realpathSync('node_modules'), path.join(project, 'node_modules'), 'junction');
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(project, 'scripts', 'test.mjs'), '--only', 'team'],
    { encoding: 'utf8', env: { PATH: path.join(project, 'nothing') } },
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /\nSKIPPED team: PostgreSQL could not be fetched\. It needs [^\n]+\n\n0 passed, 0 failed\n$/,
  );
});
