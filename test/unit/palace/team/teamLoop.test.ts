import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { drawerId, isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
import { PalaceError, type ErrorCode } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { CommittedChange } from '../../../../extension/palace/store/palaceStore.ts';
import { palaceId, takeNewId } from '../../../../extension/palace/team/teamIdentity.ts';
import { TeamLoop } from '../../../../extension/palace/team/teamLoop.ts';
import type { TeamServer } from '../../../../extension/palace/team/teamServer.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

/** `expect.poll` would move the clock. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await nextTurn();
};
const clock = (): Date => new Date('2026-03-01T12:00:00.000Z');
let team: MemoryTeam;
let place: string;

const player = async (name: string): Promise<TeamPlayer> => {
  const opened = await new TeamPlayer(path.join(place, name), name, clock).open();
  onTestFinished(() => opened.close());
  team.invite(name, 'harbor', 'owner');
  await opened.share('harbor');
  return opened;
};

/** A loop of a palace that is connected. `tried` is how many milliseconds after its opening it asked for the server. */
const loopOf = async ({ store }: TeamPlayer, open: () => Promise<TeamServer>, random = 0.5) => {
  const indexes = await PalaceIndexes.load(store);
  await takeNewId(store);
  const tried: number[] = [];
  const said: string[] = [];
  const began = performance.now();
  const loop = new TeamLoop({
    store,
    words: indexes,
    name: 'ann',
    now: () => isoTime(clock()),
    model: () => null,
    firstModel: async () => null,
    erasing: () => undefined,
    finishErasure: async () => undefined,
    connector: {
      saved: () => ({ url: 'postgresql://ann@db.example.org/memory', palace: palaceId(store.read) ?? '' }),
      save: () => undefined,
      forget: () => undefined,
      open: async () => {
        tried.push(performance.now() - began);
        return { server: await open(), shown: '' };
      },
    },
    say: (level, line) => said.push(`${level}: ${line}`),
    random: () => random,
  });
  onTestFinished(() => loop.close());
  loop.open();
  return { loop, tried, said };
};
const noChange: CommittedChange = {
  revision: 0,
  inserted: [],
  updated: [],
  deleted: [],
  vectors: [],
  unembedded: [],
  clearedModels: [],
  closets: [],
};
const failing = (code: ErrorCode) => () => Promise.reject(new PalaceError(code, 'The server is as it is.'));

beforeEach(() => {
  place = temporaryFolder();
  team = new MemoryTeam();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

describe('a palace whose team’s server is away', () => {
  it('retries at growing intervals up to a minute, and says so once', async () => {
    const { loop, tried, said } = await loopOf(await player('ann'), failing('E_TEAM_UNREACHABLE'));
    await vi.advanceTimersByTimeAsync(240_000);
    const waits = tried.map((at, index) => at - (tried[index - 1] ?? 0));
    expect(waits).toEqual([1_500, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect([loop.state, said]).toEqual([
      'away',
      [expect.stringMatching(/^info: Nothing is exchanged with the team: The server is as it is\. \S/)],
    ]);
  });

  it.each(['E_TEAM_UNREACHABLE', 'E_TEAM_LOGIN'] as const)(
    'what is saved meanwhile does not hasten a retry: %s',
    async (code) => {
      const ann = await player('ann');
      const { loop, tried } = await loopOf(ann, failing(code));
      await vi.advanceTimersByTimeAsync(1_500);
      await ann.save('The crane is inspected in March.');
      loop.committed(noChange);
      await vi.advanceTimersByTimeAsync(1_900);
      expect(tried).toEqual([1_500]);
    },
  );

  it('says a problem by the error alone to whoever asked, and once if it stays', async () => {
    const { loop, said } = await loopOf(await player('ann'), failing('E_TEAM_LOGIN'));
    await expect(loop.exchange()).rejects.toMatchObject({ code: 'E_TEAM_LOGIN' });
    expect([loop.state, said]).toEqual(['refused', []]);
    await vi.advanceTimersByTimeAsync(130_000);
    expect(said).toEqual([expect.stringMatching(/^warn: Nothing is exchanged with the team: /)]);
  });

  it('stays away while it is tried again, and exchanges once it has answered', async () => {
    const ann = await player('ann');
    await ann.save('The crane is inspected in March.');
    const server = team.connect('ann');
    const waiting: (() => void)[] = [];
    const held =
      <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
      async (...given: Given): Promise<Answer> => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return call(...given);
      };
    let open: () => Promise<TeamServer> = failing('E_TEAM_UNREACHABLE');
    const { loop } = await loopOf(ann, () => open());
    onTestFinished(() => waiting.forEach((goOn) => goOn()));
    await vi.advanceTimersByTimeAsync(1_500);
    open = async () => ({ ...server, hello: held(server.hello), push: held(server.push) });
    await vi.advanceTimersByTimeAsync(2_000);
    await until(() => waiting.length === 1);
    expect([loop.state, loop.problem?.code]).toEqual(['away', 'E_TEAM_UNREACHABLE']);
    waiting[0]?.();
    await until(() => waiting.length === 2);
    expect([loop.state, loop.problem]).toEqual(['exchanging', null]);
    waiting[1]?.();
    await until(() => loop.state === 'resting');
  });

  it('says that it is over also where only whoever asked has heard of the problem', async () => {
    const ann = await player('ann');
    let open: () => Promise<TeamServer> = failing('E_TEAM_UNREACHABLE');
    const { loop, said } = await loopOf(ann, () => open());
    await expect(loop.exchange()).rejects.toMatchObject({ code: 'E_TEAM_UNREACHABLE' });
    open = async () => team.connect('ann');
    await vi.advanceTimersByTimeAsync(2_000);
    await until(() => loop.state === 'resting');
    expect(said).toEqual(['info: The team’s server can be reached again; everything is exchanged.']);
  });

  it('says nothing of an earlier problem once a password is given', async () => {
    const ann = await player('ann');
    let open: () => Promise<TeamServer> = failing('E_TEAM_LOGIN');
    const { loop, said } = await loopOf(ann, () => open());
    await expect(loop.exchange()).rejects.toMatchObject({ code: 'E_TEAM_LOGIN' });
    open = async () => team.connect('ann');
    loop.unlock('secret');
    await vi.advanceTimersByTimeAsync(0);
    await until(() => loop.last !== null);
    expect(said).toEqual([]);
  });

  it('puts a full stop after the words of the server', async () => {
    const refused = new PalaceError('E_TEAM_LOGIN', 'The server refused ann: no such role', { remedy: 'Ask.' });
    const { said } = await loopOf(await player('ann'), () => Promise.reject(refused));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(said).toEqual(['warn: Nothing is exchanged with the team: The server refused ann: no such role. Ask.']);
  });

  it('varies its waits at random, so that palaces don’t retry together', async () => {
    const ann = await player('ann');
    const least = await loopOf(ann, failing('E_TEAM_UNREACHABLE'), 0);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(least.tried).toEqual([1_500, 2_500]);
  });

  it('retries once a minute if the server refuses, and warns', async () => {
    const { loop, tried, said } = await loopOf(await player('ann'), failing('E_TEAM_RIGHT'));
    await vi.advanceTimersByTimeAsync(121_500);
    expect(tried).toEqual([1_500, 61_500, 121_500]);
    expect([loop.state, said]).toEqual(['refused', [expect.stringMatching(/^warn: /)]]);
  });

  it('sends what waits once the server is back, and starts with short waits again', async () => {
    const ann = await player('ann');
    const id = await ann.save('The crane is inspected in March.');
    let open: () => Promise<TeamServer> = failing('E_TEAM_UNREACHABLE');
    const { loop, tried, said } = await loopOf(ann, () => open());
    await vi.advanceTimersByTimeAsync(7_500);
    open = async () => team.connect('ann');
    await vi.advanceTimersByTimeAsync(8_000);
    await until(() => loop.state === 'resting');
    expect(team.holdings('harbor')).toHaveProperty(id);
    expect(said.at(-1)).toBe('info: The team’s server can be reached again; everything is exchanged.');
    expect(tried).toEqual([1_500, 3_500, 7_500, 15_500]);
  });
});

describe('a palace that leaves its team', () => {
  const server = () => {
    let end: (why: PalaceError) => void = () => undefined;
    return {
      ...team.connect('ann'),
      hello: () => new Promise<never>((_, reject) => (end = reject)),
      close: async () => end(new PalaceError('E_CANCELLED', 'The connection is closed.')),
      leave: vi.fn(async () => undefined),
    };
  };

  it('says goodbye at once, though an exchange that nobody answers is followed by another one', async () => {
    const servers: ReturnType<typeof server>[] = [];
    const { loop, tried } = await loopOf(await player('ann'), async () => {
      servers.push(server());
      return servers.at(-1) ?? server();
    });
    const exchanges = [loop.exchange(), loop.exchange()].map((one) => one.catch((thrown: unknown) => thrown));
    await until(() => loop.state === 'exchanging');
    await loop.sayGoodbye((reached) => reached.leave('id'));
    for (const ended of exchanges) expect(await ended).toMatchObject({ code: 'E_CANCELLED' });
    expect(servers.map(({ leave }) => leave.mock.calls.length)).toEqual([0, 1]);
    expect(tried).toHaveLength(2);
  });

  it('goes on exchanging if it could not leave', async () => {
    const { loop } = await loopOf(await player('ann'), async () => team.connect('ann'));
    await loop.exchange();
    const refused = new PalaceError('E_TEAM_LOGIN', 'The server wants a password.');
    await expect(loop.sayGoodbye(() => Promise.reject(refused))).rejects.toBe(refused);
    await expect(loop.exchange()).resolves.toMatchObject({ pushed: 0 });
  });
});

describe('a drawer that got a vector after it was sent', () => {
  const embedded = async () => {
    const ann = await player('ann');
    const id = await ann.save('The crane is inspected in March.');
    const server = { open: async (): Promise<TeamServer> => team.connect('ann') };
    const { loop } = await loopOf(ann, () => server.open());
    await loop.exchange();
    const { rowid } = ann.store.read.drawerById(drawerId(id)) ?? { rowid: 0 };
    const vector = { rowid, modelId: 'a model', scale: 1, data: new Int8Array(1) };
    const embed = (): void => loop.committed({ ...noChange, vectors: [vector] });
    embed();
    return { ann, loop, server, embed };
  };

  it('is offered once more if the disk refused to note that', async () => {
    const { ann, loop } = await embedded();
    vi.spyOn(ann.store, 'write').mockRejectedValueOnce(new PalaceError('E_DISK_FULL', 'The disk is full.'));
    await expect(loop.exchange()).rejects.toMatchObject({ code: 'E_DISK_FULL' });
    expect((await loop.exchange()).pushed).toBe(1);
  });

  it('waits on the disk, not in memory, while the server is away', async () => {
    const { ann, loop, server, embed } = await embedded();
    embed();
    server.open = failing('E_TEAM_UNREACHABLE');
    loop.unlock('another password');
    await expect(loop.exchange()).rejects.toMatchObject({ code: 'E_TEAM_UNREACHABLE' });
    expect(ann.store.read.team.outboxState().waiting).toBe(1);
  });

  it('is not offered to the next team', async () => {
    const { loop } = await embedded();
    await loop.leave();
    expect((await loop.exchange()).pushed).toBe(0);
  });
});

describe('a change that another palace pushed', () => {
  const arrives = async (server: TeamServer, after: number) => {
    const [ann, ben] = [await player('ann'), await player('ben')];
    const { loop } = await loopOf(ann, async () => server);
    await vi.advanceTimersByTimeAsync(1_500);
    await until(() => loop.last !== null && loop.state === 'resting');
    const id = await ben.save('Berth 7 is closed.');
    await ben.sync(team.connect('ben'));
    const isHere = () => ann.store.read.drawerById(id as never) !== undefined;
    await vi.advanceTimersByTimeAsync(after - 1);
    expect([loop.state, isHere()]).toEqual(['resting', false]);
    await vi.advanceTimersByTimeAsync(1);
    await until(isHere);
  };

  it('arrives a moment after the server’s notice', () => arrives(team.connect('ann'), 50));

  it('arrives within half a minute without a notice', () =>
    arrives({ ...team.connect('ann'), onChange: () => ({ dispose: () => undefined }) }, 30_000));
});
