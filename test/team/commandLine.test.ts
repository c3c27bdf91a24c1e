import path from 'node:path';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { drawerId } from '../../extension/palace/model/drawer/ids.ts';
import { parseStamp, stampKey } from '../../extension/palace/model/embedding/modelStamp.ts';
import { openPalaceStore } from '../../extension/palace/store/openPalaceStore.ts';
import { filesHolding } from '../fixtures/filesHolding.ts';
import { memberAt } from '../fixtures/team/memberAt.ts';
import { typingPassword } from '../fixtures/team/typingPassword.ts';
import { everythingIn, newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { sqliteWasm } from '../fixtures/palaces/temporaryPalace.ts';

/** The vectors that a member's palace holds of drawers, while no program has it open. */
const vectorsOf = async ({ palace }: { readonly palace: string }, ids: readonly string[]) => {
  const store = await openPalaceStore({ folder: palace, sqliteWasm });
  const { read } = store;
  const stamp = parseStamp(read.meta('embedding_stamp'));
  const vectors = ids.map((id) => {
    const rowid = read.drawerById(drawerId(id))?.rowid ?? 0;
    const found = stamp === null ? undefined : read.team.vectorOf(rowid, stampKey(stamp));
    return found && { scale: found.scale, data: [...found.data] };
  });
  await store.close();
  expect(vectors).not.toContain(undefined);
  return vectors;
};

it('two members share a wing by the command line: notes go both ways, a conflict is shown and settled, and one leaves the team', async () => {
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
  // A palace exchanges when it opens, and each command opens it: a status may be asked for in the midst of that.
  await expect
    .poll(() => ada.json('team', 'status'))
    .toMatchObject({ state: 'resting', member: 'ada', waiting: 0 });
  const shared = ada.run('team', 'share', 'plans').stdout;
  expect(shared).toContain('plans is shared.');
  expect(shared).toContain('plans · owner · 1 drawer');
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

it('a reader who shares a wing is told that nothing of theirs is sent', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('cyd', 'plans', 'reader');
  const cyd = memberAt(team, 'cyd');
  cyd.json('save', 'Of Cyd alone.', '--type', 'insight', '--wing', 'plans');
  cyd.json('team', 'connect', cyd.url);
  const { code, stdout } = cyd.run('team', 'share', 'plans');
  expect(code).toBe(0);
  expect(stdout).toContain('plans is taken: you may only read it there, so nothing of yours is sent.');
  expect(stdout).not.toContain('is shared');
  expect(await everythingIn(team.url)).not.toContain('Of Cyd alone.');
});

it('the password is asked for on a terminal, by each command that needs it, and is kept nowhere', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  const { home, palace, url, password, json } = memberAt(team, 'ada');
  json('save', 'The limit is five requests.', '--type', 'decision', '--wing', 'plans');
  const typing = (...words: string[]) => typingPassword(password, home, palace, ['team', ...words]);
  expect(typing('connect', url)).toMatchObject({ code: 0, shown: expect.stringContaining('Connected.') });
  expect(typing('share', 'plans')).toMatchObject({ code: 0, shown: expect.stringContaining('plans is shared.') });
  expect(typing('push')).toMatchObject({ code: 0, shown: expect.stringContaining('Sent: 0 changes.') });
  // Logging in begins an exchange, which may still run.
  const reached = expect.stringMatching(/State +(?:all is exchanged|exchanging)/) as string;
  expect(typing('status')).toMatchObject({ code: 0, shown: reached });
  expect(await everythingIn(team.url)).toContain('The limit is five requests.');
  expect(typingPassword('wrong', home, palace, ['team', 'leave']).code).not.toBe(0);
  const left = typing('leave');
  expect(left).toMatchObject({ code: 0, shown: expect.stringContaining('The palace no longer has a team.') });
  expect(left.shown).not.toContain('could not be told');
  expect(filesHolding(home, password)).toEqual([]);
});

it('who has no password leaves the team, too, which can’t be told', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  const { home, palace, url, json } = memberAt(team, 'ada');
  json('save', 'The limit is five requests.', '--type', 'decision', '--wing', 'plans');
  json('team', 'connect', url);
  const { code, shown } = typingPassword('', home, palace, ['team', 'leave']);
  expect(code).toBe(0);
  expect(shown).toContain('The team could not be told');
  expect(shown).toContain('The palace no longer has a team.');
});

it('a sensitive drawer stays in its palace when its wing is shared, until a person shares it, too', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  const ada = memberAt(team, 'ada');
  ada.json('save', 'The limit is five requests.', '--type', 'decision', '--wing', 'plans');
  const secret = String(
    ada.json('save', 'The harbour master has the spare key.', '--type', 'insight', '--wing', 'plans')['drawer_id'],
  );
  ada.json('mark', secret, '--sensitive');
  ada.json('team', 'connect', ada.url);
  ada.json('team', 'share', 'plans');
  ada.json('team', 'push');
  expect(await everythingIn(team.url)).toContain('The limit is five requests.');
  expect(await everythingIn(team.url)).not.toContain('spare key');
  ada.json('team', 'share', 'plans', '--include-sensitive');
  ada.json('team', 'push');
  expect(await everythingIn(team.url)).toContain('spare key');
});

it('a file that was first pulled from the team and then mined here is one drawer, shared by both palaces', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'work', 'owner');
  await team.invite('ben', 'work', 'writer');
  const [ada, ben] = [memberAt(team, 'ada'), memberAt(team, 'ben')];
  const files = {
    'plan.md': 'The crane is inspected in March.\n',
    'berth.md': 'Berth 7 is closed for dredging.\n',
  };
  const drawersOf = (who: typeof ada) =>
    (who.json('list', '--wing', 'work')['drawers'] as Record<string, unknown>[]).sort((a, b) =>
      String(a['drawer_id']).localeCompare(String(b['drawer_id'])),
    );

  writeFileSync(path.join(ada.workspace, 'draft.md'), files['plan.md']);
  writeFileSync(path.join(ada.workspace, 'berth.md'), files['berth.md']);
  ada.json('mine', '--no-wait');
  // A drawer keeps its ID when its file is renamed: nobody else would give it this one.
  renameSync(path.join(ada.workspace, 'draft.md'), path.join(ada.workspace, 'plan.md'));
  ada.json('mine');
  ada.json('team', 'connect', ada.url);
  ada.json('team', 'share', 'work');
  const ids = drawersOf(ada).map(({ drawer_id: id }) => String(id));
  // A palace without vectors takes those of the model that it would compute them with.
  ben.json('mine', '--no-wait');
  ben.json('team', 'connect', ben.url);
  ben.json('team', 'pull', 'work');
  expect(await vectorsOf(ben, ids)).toEqual(await vectorsOf(ada, ids));
  ben.json('pin', ...ids);

  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(ben.workspace, name), text);
  expect(ben.json('mine', '--no-wait')).toMatchObject({ drawers: { added: 0, kept: 2 } });
  expect(drawersOf(ben)).toMatchObject(ids.map((id) => ({ drawer_id: id, pinned: true })));
  ben.json('team', 'push');

  for (const name of Object.keys(files)) rmSync(path.join(ada.workspace, name));
  ada.json('mine', '--no-wait');
  ada.json('team', 'push');
  ben.json('team', 'push');
  expect(drawersOf(ben)).toMatchObject(ids.map((id) => ({ drawer_id: id, pinned: true, archived: false })));
});

it('a drawer that one member erases disappears from the team’s server and from the other member’s files, and every palace confirms it', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'plans', 'owner');
  await team.invite('ben', 'plans', 'reader');
  const [ada, ben] = [memberAt(team, 'ada'), memberAt(team, 'ben')];
  const words = 'seven turns to the left';
  const safe = String(ada.json('save', `The safe opens after ${words}.`, '--wing', 'plans')['drawer_id']);
  ada.json('team', 'connect', ada.url);
  ada.json('team', 'share', 'plans');
  ben.json('save', 'Of Ben alone.', '--wing', 'mine');
  ben.json('team', 'connect', ben.url);
  ben.json('team', 'pull', 'plans');
  expect(filesHolding(ben.palace, words)).not.toEqual([]);

  ada.json('erase', safe, '--yes');
  ada.json('team', 'push');
  expect(await everythingIn(team.url)).not.toContain(words);
  expect(ada.json('team', 'status')).toMatchObject({ erasures_due: 1 });
  ben.json('team', 'pull');
  for (const { palace } of [ada, ben]) expect(filesHolding(palace, words)).toEqual([]);
  expect(ben.run('show', safe).code).not.toBe(0);
  ada.json('team', 'pull');
  expect(ada.json('team', 'status')).toMatchObject({ erasures_due: 0 });
});
