import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { filesBeside, leaksIn, secretWorkspace } from '../../fixtures/secrets/secretWorkspace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const { files, secrets } = secretWorkspace(32);

describe('secrets in a workspace', () => {
  it('are never printed, logged or written in clear text until somebody passes --reveal', async () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    writeFiles(workspace, files);
    const packet = path.join(temporaryFolder(), 'run.json');
    const said: string[] = [];
    const run = (...words: string[]): string => {
      const { code, stdout, stderr } = runCli(palace, workspace, ...words);
      expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
      said.push(stdout, stderr);
      return stdout;
    };
    run('mine');
    await openForAgent(palace, workspace);
    run('status', '--json');
    run('list', '--limit', '1000');
    run('list', '--limit', '1000', '--json');
    for (const query of ['password', 'token config', 'the key that Marta pasted', 'authorization bearer']) {
      run('search', ...query.split(' '), '--k', '50', '--explain', '--trace', '--replay', packet);
      run('search', ...query.split(' '), '--k', '50', '--explain', '--dry-run', '--json');
      run('replay', packet, '--json');
      said.push(readFileSync(packet, 'latin1'));
    }
    const { findings } = JSON.parse(run('findings', '--json')) as { findings: { drawer_id: string }[] };
    expect(findings.length).toBeGreaterThan(44);
    const id = findings[0]?.drawer_id ?? '';
    expect(run('show', id)).toContain('••••');
    run('show', id, '--json');
    expect(leaksIn(said.join('\n'), secrets)).toEqual([]);
    for (const [name, bytes] of filesBeside(palace)) expect(leaksIn(bytes, secrets), name).toEqual([]);
    // The test must be able to fail: what was asked for is shown.
    const shown = findings
      .map(({ drawer_id: each }) => each)
      .slice(0, 5)
      .map((each) => run('show', each, '--reveal'))
      .join('\n');
    expect(leaksIn(shown, secrets).length).toBeGreaterThan(3);
  });

  it('that somebody searches for are not written anywhere', () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    const key = ['zQ7kV2m', 'Xw9LpB4nT8r'].join('');
    writeFiles(workspace, { '.env': `LIGHTHOUSE_TOKEN=${key}\n`, 'calm.md': 'The harbour is calm.\n' });
    runCli(palace, workspace, 'mine');
    expect(runCli(palace, workspace, 'search', 'lighthouse').stdout).toContain('.env:1');
    expect(runCli(palace, workspace, 'search', `token=${key}`, '--json').code).toBe(0);
    for (const [name, bytes] of filesBeside(palace)) expect(leaksIn(bytes, [key]), name).toEqual([]);
  });
});
