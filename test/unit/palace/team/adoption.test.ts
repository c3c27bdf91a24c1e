import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { mineWorkspace } from '../../../../extension/palace/mining/mineWorkspace.ts';
import type { TeamServer } from '../../../../extension/palace/team/teamServer.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';

let place: string;
let minute: number;
const clock = (): Date => new Date(Date.UTC(2026, 2, 1) + minute++ * 60_000);
/** Mines `harbor/`, with these files of the player in it. */
const mine = async (who: TeamPlayer, files: Readonly<Record<string, string>>) => {
  const folder = path.join(place, 'files', path.basename(who.folder), 'harbor');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return mineWorkspace(
    who.store,
    { folders: [{ path: folder, name: 'harbor' }] },
    { clock, palaceFolder: who.folder },
  );
};

describe('a file that a palace first pulls and then mines', () => {
  let team: MemoryTeam;
  let ann: TeamPlayer;
  let ben: TeamPlayer;
  let annsServer: TeamServer;
  let bensServer: TeamServer;
  const player = async (name: string, right: 'owner' | 'writer' | 'reader') => {
    const opened = await new TeamPlayer(path.join(place, name), name, clock).open();
    onTestFinished(() => opened.close());
    team.invite(name, 'harbor', right);
    await opened.share('harbor', right);
    return opened;
  };
  beforeEach(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'synapse-adoption-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    team = new MemoryTeam();
    minute = 0;
    ann = await player('ann', 'owner');
    ben = await player('ben', 'writer');
    annsServer = team.connect('ann');
    bensServer = team.connect('ben');
  });

  it('has each drawer once; drawers of the other palace’s different version stay the other’s', async () => {
    const [same, theirs, own] = ['Berth 7 is closed.\n', 'The tide is at nine.\n', 'The tide is at ten.\n'];
    const textsOf = (who: TeamPlayer) => who.store.read.scanDrawers(0, 100).map(({ text }) => text);
    await mine(ann, { 'berth.md': same, 'tide.md': theirs });
    await ann.sync(annsServer);
    const cyd = await player('cyd', 'reader');
    const server = team.connect('cyd');
    await cyd.sync(server);
    await mine(cyd, { 'berth.md': same, 'tide.md': own });
    expect(textsOf(cyd).sort()).toEqual([same, theirs, own].sort());
    expect(cyd.store.read.team.outboxState().waiting).toBe(0);
    expect(await mine(cyd, { 'berth.md': same, 'tide.md': own })).toMatchObject({
      drawers: { added: 0, kept: 2 },
    });

    await mine(ann, {});
    await ann.sync(annsServer);
    await cyd.sync(server);
    expect(textsOf(cyd).sort()).toEqual([same, own].sort());
    expect((await cyd.store.verify()).ok).toBe(true);
  });

  it('restores drawers that nobody in the team filed any more, with their tags and pins', async () => {
    await mine(ann, { 'berth.md': 'Berth 7 is closed.\n' });
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    const [id = ''] = ben.live();
    await ben.update(id, { tags_add: ['berth'] });
    await mine(ann, {});
    await ann.sync(annsServer);
    await ben.sync(bensServer);
    expect(ben.store.read.drawerById(id as never)).toMatchObject({
      archived: true,
      archiveReason: 'team_removed',
    });
    await mine(ben, { 'berth.md': 'Berth 7 is closed.\n' });
    await ben.sync(bensServer);
    expect(ben.live()).toEqual([id]);
    expect(team.holdings('harbor')).toHaveProperty(id);
    expect(ben.store.read.tagsOf([id as never]).get(id as never)).toEqual(['berth']);
  });
});

describe('the room of a drawer whose file two palaces mine', () => {
  const first = `# Berth\n${'Berth 7 is closed for dredging until the tide turns. '.repeat(40)}\n`;
  const second = `# Crane\n${'The crane is inspected in March by two of the crew. '.repeat(40)}\n`;
  let id: string;
  let ann: TeamPlayer;
  let ben: TeamPlayer;
  let sync: () => Promise<void>;
  const roomOf = (who: TeamPlayer) => {
    const drawer = who.store.read.drawerById(id as never);
    return drawer?.archived === false ? drawer.room : undefined;
  };
  beforeEach(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'synapse-adoption-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const team = new MemoryTeam();
    minute = 0;
    const player = async (name: string) => {
      const opened = await new TeamPlayer(path.join(place, name), name, clock).open();
      onTestFinished(() => opened.close());
      team.invite(name, 'harbor', 'owner');
      await opened.share('harbor', 'owner');
      return opened;
    };
    ann = await player('ann');
    ben = await player('ben');
    const [annsServer, bensServer] = [team.connect('ann'), team.connect('ben')];
    sync = async () => {
      for (let round = 0; round < 2; round++) {
        await ann.sync(annsServer);
        await ben.sync(bensServer);
      }
    };
    await mine(ann, { 'berth.md': first });
    id = ann.live()[0] ?? '';
    await sync();
  });
  const moveByHand = async () => {
    await ann.update(id, { room: 'quay' });
    await sync();
  };
  const mineAgain = async (files: Readonly<Record<string, string>> = { 'berth.md': first }) => {
    await mine(ben, files);
    await sync();
  };

  it('is the one that a person chose, even if the other palace had mined it before', async () => {
    await mineAgain();
    await moveByHand();
    await mineAgain({ 'berth.md': first + second });
    expect([roomOf(ann), roomOf(ben)]).toEqual(['quay', 'quay']);
  });

  it('is the one that a person chose, also for a palace that mines it later', async () => {
    await moveByHand();
    await mineAgain();
    await mineAgain({ 'berth.md': first + second });
    expect([roomOf(ann), roomOf(ben)]).toEqual(['quay', 'quay']);
  });

  it('follows the file into another room', async () => {
    await mineAgain();
    await moveByHand();
    await mineAgain({ 'pier/berth.md': first });
    expect(roomOf(ben)).toBe('pier');
  });
});
