import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { earlierIds } from '../../../../extension/palace/team/teamIdentity.ts';
import type { TeamServer } from '../../../../extension/palace/team/teamServer.ts';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';

let team: MemoryTeam;
let place: string;
let minute: number;

const player = async (name: string, right: 'owner' | 'writer' | 'reader' | null): Promise<TeamPlayer> => {
  const opened = await new TeamPlayer(
    path.join(place, name),
    name,
    () => new Date(Date.UTC(2026, 2, 1) + minute++ * 60_000),
  ).open();
  onTestFinished(() => opened.close());
  if (right !== null) {
    team.invite(name, 'harbor', right);
    await opened.share('harbor', right);
  }
  return opened;
};
const fieldsOf = (of: TeamPlayer) => of.store.read.team.outbox(0, 100).map(({ field, value }) => [field, value]);

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'synapse-sharing-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  team = new MemoryTeam();
  minute = 0;
});

describe('the outbox for the team', () => {
  it('records, together with the change, what people do to drawers of shared wings, and nothing else', async () => {
    const ann = await player('ann', 'owner');
    const id = await ann.save('The crane is inspected in March.', 'harbor', { tags: ['crane'] });
    await ann.save('Of another wing.', 'attic');
    await ann.update(id, { pinned: true, importance: 0.1 + 0.2, tags_add: ['berth'], tags_remove: ['crane'] });
    await ann.update(id, { archived: true, archive_reason: 'done' });
    await ann.store.write((transaction) =>
      transaction.recordAccess([
        { rowid: 1, sessionId: 's', kind: 'opened', at: '2026-03-01T00:00:00.000Z' as never },
      ]),
    );
    expect(fieldsOf(ann).map(([field, value]) => [field, JSON.parse(value ?? 'null') as unknown])).toEqual([
      ['add', null],
      ['tag', 'crane'],
      ['importance', 0.1 + 0.2],
      ['pinned', true],
      ['tag', 'berth'],
      ['untag', 'crane'],
      ['archived', { at: expect.any(String) as string, reason: 'done' }],
    ]);
  });

  it('is empty without a shared wing, and for a member who may only read', async () => {
    const alone = await player('alone', null);
    await alone.update(await alone.save('A note.'), { pinned: true });
    expect(fieldsOf(alone)).toEqual([]);
    const reader = await player('reader', 'reader');
    await reader.update(await reader.save('A note.'), { pinned: true });
    expect(fieldsOf(reader)).toEqual([]);
  });

  it('holds no sensitive drawer, and erases drawers at the team that become sensitive here', async () => {
    const ann = await player('ann', 'owner');
    await ann.save('A secret.', 'harbor', { sensitive: true });
    expect(fieldsOf(ann)).toEqual([]);
    const id = await ann.save('Not known to be one yet.');
    await ann.update(id, { sensitive: true });
    expect(fieldsOf(ann).map(([field]) => field)).toEqual(['add', 'erase']);
    await ann.sync(team.connect('ann'));
    expect(team.holdings('harbor')).toEqual({});
    expect(team.everything()).not.toContain('Not known');
    expect(ann.store.read.drawerById(id as never)?.text).toBe('Not known to be one yet.');
  });

  it('records a move as a remove from one shared wing and an add to another', async () => {
    const ann = await player('ann', 'owner');
    const id = await ann.save('A note.');
    team.invite('ann', 'docks', 'owner');
    await ann.share('docks');
    await ann.sync(team.connect('ann'));
    await ann.update(id, { wing: 'docks' });
    expect(fieldsOf(ann).map(([field]) => field)).toEqual(['remove', 'add']);
    await ann.update(id, { wing: 'attic' });
    expect(fieldsOf(ann).map(([field]) => field)).toEqual(['remove', 'add', 'remove']);
    await ann.sync(team.connect('ann'));
    expect([team.holdings('harbor'), team.holdings('docks')]).toEqual([{}, {}]);
  });
});

describe('two palaces of a team', () => {
  let ann: TeamPlayer;
  let ben: TeamPlayer;
  let annsServer: TeamServer;
  let bensServer: TeamServer;
  beforeEach(async () => {
    ann = await player('ann', 'owner');
    ben = await player('ben', 'writer');
    annsServer = team.connect('ann');
    bensServer = team.connect('ben');
  });

  it('have each other’s notes, with who filed them, including drawers from before the sharing', async () => {
    const early = await ben.save('Filed before.', 'quay');
    team.invite('ben', 'quay', 'owner');
    await ben.share('quay');
    team.invite('ann', 'quay', 'reader');
    await ann.share('quay', 'reader');
    const id = await ann.save('Berth 7 is closed.');
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    await ann.sync(annsServer);
    expect(ben.store.read.drawerById(id as never)?.text).toBe('Berth 7 is closed.');
    expect(ann.store.read.drawerById(early as never)?.text).toBe('Filed before.');
    expect([...ben.store.read.team.filedBy([id])]).toEqual([[id, 'ann']]);
    expect(ann.store.read.team.filedBy([id]).size).toBe(0);
  });

  it('report two edits of one note as a conflict, and settling it settles it for both', async () => {
    const id = await ann.save('The limit is 5.');
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    const [one, other] = [await ann.edit(id, 'The limit is 6.'), await ben.edit(id, 'The limit is 7.')];
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    await ann.sync(annsServer);
    for (const palace of [ann, ben]) {
      expect(palace.store.read.team.conflicts()).toMatchObject([
        { drawerId: id, kind: 'edited', one, other, member: 'ben' },
      ]);
      expect(palace.live().sort()).toEqual([one, other].sort());
    }
    await ben.settle(id, one);
    await ben.sync(bensServer);
    await ann.sync(annsServer);
    for (const palace of [ann, ben]) {
      expect(palace.store.read.team.conflicts()).toEqual([]);
      expect(palace.store.read.drawerById(other as never)?.supersededBy).toBe(one);
    }
  });

  it('leave a conflict to those who may write: a reader can’t settle it, and keeps it until they do', async () => {
    const cat = await player('cat', 'reader');
    const id = await ann.save('The limit is 5.');
    for (const [palace, server] of [
      [ann, annsServer],
      [ben, bensServer],
    ] as const)
      await palace.sync(server);
    const [one, other] = [await ann.edit(id, 'The limit is 6.'), await ben.edit(id, 'The limit is 7.')];
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    await cat.sync(team.connect('cat'));
    await expect(cat.settle(id, one)).rejects.toMatchObject({ code: 'E_TEAM_RIGHT' });
    expect(cat.store.read.team.conflicts()).toMatchObject([{ drawerId: id }]);
    expect(cat.store.read.drawerById(other as never)?.supersededBy).toBeNull();
    await ben.settle(id, one);
    await ben.sync(bensServer);
    await cat.sync(team.connect('cat'));
    expect(cat.store.read.team.conflicts()).toEqual([]);
  });

  it('erase from every file what one of them erases, and confirm it to the team', async () => {
    const secret = 'zanzibar-4711';
    const id = await ann.save(`The password is ${secret}.`, 'harbor', { sensitive: false });
    await ann.update(id, { sensitive: false });
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ben.live()).toContain(id);
    await ann.erase(id);
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ben.live()).not.toContain(id);
    expect(filesHolding(ben.folder, secret)).toEqual([]);
    expect(team.everything()).not.toContain(secret);
    expect((await ann.sync(annsServer)).state.erasuresDue).toBe(0);
  });

  it('archive a removed drawer that somebody has used, and delete one that nobody has', async () => {
    const [used, unused] = [await ann.save('Used.'), await ann.save('Unused.')];
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    await ben.store.write((transaction) =>
      transaction.recordAccess([
        {
          rowid: ben.store.read.drawerById(used as never)?.rowid ?? 0,
          sessionId: 's',
          kind: 'opened',
          at: '2026-03-01T00:00:00.000Z' as never,
        },
      ]),
    );
    for (const id of [used, unused]) await ann.update(id, { wing: 'attic' });
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ben.store.read.drawerById(unused as never)).toBeUndefined();
    expect(ben.store.read.drawerById(used as never)).toMatchObject({
      archived: true,
      archiveReason: 'team_removed',
    });
  });

  it('each age only drawers that they filed themselves', async () => {
    const id = await ann.save('Filed by Ann.');
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    const aged = (of: TeamPlayer) => of.store.read.ageingAfter(null, 10).map((facts) => facts.id);
    expect([aged(ann), aged(ben)]).toEqual([[id], []]);
  });

  it('undo what the team refused, and say so', async () => {
    const [x, y] = [await ann.save('X.'), await ann.save('Y.')];
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    await ann.update(x, { superseded_by: y });
    await ben.update(y, { superseded_by: x });
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ben.store.read.drawerById(y as never)?.supersededBy).toBeNull();
    expect(ben.store.read.drawerById(x as never)?.supersededBy).toBe(y);
    expect(ben.store.read.team.conflicts()).toMatchObject([{ drawerId: y, kind: 'circle', one: x, other: '' }]);
  });

  it('leave out a damaged drawer of the team, with a warning, and continue', async () => {
    const [bad, good] = [await ann.save('Bad.'), await ann.save('Good.')];
    await ann.sync(annsServer);
    const pull = bensServer.pull.bind(bensServer);
    const damaging: TeamServer = {
      ...bensServer,
      pull: async (...given) => {
        const page = await pull(...given);
        const changes = page.changes.map((change) =>
          change.drawerId === bad && change.field === 'add'
            ? { ...change, value: { ...(change.value as object), text: 'Altered.' } as never }
            : change,
        );
        return { ...page, changes };
      },
    };
    await ben.sync(damaging);
    expect(ben.live()).toEqual([good]);
    expect(ben.warnings).toEqual([`${bad} is left out: its text is not the one that was filed`]);
  });

  it('carry on if a member loses the right to write: waiting changes are dropped, new ones still arrive', async () => {
    const id = await ben.save('Not sent any more.');
    team.invite('ben', 'harbor', 'reader');
    await ann.save('For readers.');
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ben.live()).toHaveLength(2);
    expect(Object.keys(team.holdings('harbor'))).not.toContain(id);
  });

  it('lose nothing when one is restored from an older copy, whatever it did before connecting again', async () => {
    const copy = path.join(place, 'copy');
    const first = await ann.save('First.');
    await ann.sync(annsServer);
    await ann.copyTo(copy);
    const second = await ann.save('Second.');
    await ann.update(first, { pinned: true });
    await ann.sync(annsServer);
    const before = ann.store.read.meta('team_palace');
    await ann.restore(copy);
    const afterwards = [await ann.save('Third.'), await ann.save('Fourth.'), await ann.save('Fifth.')];
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ann.store.read.meta('team_palace')).not.toBe(before);
    expect(earlierIds(ann.store.read)).toEqual([before]);
    expect(ann.live().sort()).toEqual([first, second, ...afterwards].sort());
    expect(ben.live().sort()).toEqual(ann.live().sort());
    expect(ann.store.read.drawerById(first as never)?.pinned).toBe(true);
  });
});
