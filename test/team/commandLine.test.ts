import path from 'node:path';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { runCliOf, type CliOutcome } from '../fixtures/builtPalace.ts';
import { filesHolding } from '../fixtures/filesHolding.ts';
import { newPostgresTeam, type PostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { temporaryFolder } from '../fixtures/temporaryPalace.ts';

/** A member at their own machine: a palace, and a data folder that no other member has. */
const memberAt = (team: PostgresTeam, name: string) => {
  const home = temporaryFolder();
  const workspace = path.join(home, 'work');
  mkdirSync(workspace);
  const palace = path.join(home, 'palace');
  const url = new URL(team.urlOf(name));
  const password = decodeURIComponent(url.password);
  url.password = '';
  const run = (...words: string[]): CliOutcome => {
    const before = { ...process.env };
    Object.assign(process.env, { XDG_DATA_HOME: path.join(home, 'data'), PGPASSWORD: password });
    try {
      return runCliOf(path.resolve('dist/cli.js'), palace, workspace, ...words);
    } finally {
      for (const key of ['XDG_DATA_HOME', 'PGPASSWORD'])
        if (before[key] === undefined) delete process.env[key];
        else process.env[key] = before[key];
    }
  };
  const json = (...words: string[]): Record<string, unknown> => {
    const { code, stdout, stderr } = run(...words, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return { home, palace, url: url.href, password, run, json };
};

it('two command lines share a wing: notes go both ways, a conflict is shown and settled, and one leaves', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  await team.invite('ben', 'plans', 'writer');
  const [ada, ben] = [memberAt(team, 'ada'), memberAt(team, 'ben')];

  expect(ada.run('team', 'status').code).not.toBe(0);
  const limit = String(
    ada.json('save', 'The limit is five requests.', '--type', 'decision', '--wing', 'plans')['drawer_id'],
  );
  ben.json('save', 'Of Ben alone.', '--type', 'insight', '--wing', 'mine');
  expect(ada.run('team', 'status').stdout).toContain('has no team');
  expect(ada.run('team', 'connect', ada.url)).toMatchObject({ code: 0, stderr: '' });
  ben.json('team', 'connect', ben.url);
  expect(ada.json('team', 'status')).toMatchObject({ state: 'resting', member: 'ada', waiting: 0 });
  expect(ada.run('team', 'share', 'plans').stdout).toContain('plans is shared.');
  expect(ben.json('team', 'pull', 'plans')).toMatchObject({ pulled: 1 });
  expect(ben.json('show', limit)).toMatchObject({ text: 'The limit is five requests.' });
  expect(ben.run('team', 'share', 'nowhere').stderr).toContain('There is no wing nowhere');

  const six = String(ada.json('edit', limit, 'The limit is six requests.')['drawer_id']);
  const seven = String(ben.json('edit', limit, 'The limit is seven requests.')['drawer_id']);
  ada.json('team', 'push');
  ben.json('team', 'push');
  ada.json('team', 'pull');
  for (const who of [ada, ben]) {
    const shown = who.run('team', 'conflicts').stdout;
    expect(shown).toContain(six);
    expect(shown).toContain(seven);
  }
  ben.json('team', 'settle', limit, '--keep', six);
  ben.json('team', 'push');
  ada.json('team', 'pull');
  expect(ada.json('team', 'conflicts')).toEqual({ conflicts: [] });
  expect(ada.json('show', seven)).toMatchObject({ superseded_by: six });

  // Nothing of the connection lies in the palace's folder, and its password nowhere.
  expect(filesHolding(ada.palace, '127.0.0.1')).toEqual([]);
  expect(filesHolding(ada.home, ada.password)).toEqual([]);
  const kept = path.join(ada.home, 'data', 'synapse-palace', 'teams');
  for (const file of readdirSync(kept)) expect(statSync(path.join(kept, file)).mode & 0o077).toBe(0);

  expect(ben.run('status').stdout).toMatch(/^Team {6}\S/m);
  expect(ben.json('team', 'leave')).toEqual({ warnings: [] });
  expect(ben.run('status').stdout).not.toMatch(/^Team/m);
  expect(ben.json('team', 'status')).toMatchObject({ state: 'none' });
  expect(ben.json('show', six)).toMatchObject({ text: 'The limit is six requests.' });
  expect(readdirSync(path.join(ben.home, 'data', 'synapse-palace', 'teams'))).toEqual([]);
});
