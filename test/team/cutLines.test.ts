import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresTeamServer } from '../../extension/service/team/postgresTeamServer.ts';
import { startCuttingProxy } from '../fixtures/team/cuttingProxy.ts';
import { newPostgresTeam, type PostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { changesOf, sharedDrawer } from '../fixtures/team/teamChanges.ts';
import { pulled } from '../fixtures/team/teamOfTwo.ts';

describe('a connection that breaks', () => {
  let team: PostgresTeam;
  beforeAll(async () => {
    team = await newPostgresTeam();
    await team.invite('ada', 'docs', 'owner');
  });
  afterAll(() => team.dispose());

  /** Calls `attempt` over lines that are cut after the first message, after the second, and so on, until one is long enough. */
  const cutEverywhere = async (
    attempt: (server: PostgresTeamServer, cut: number) => Promise<void>,
    check: (cut: number) => Promise<void>,
  ): Promise<number> => {
    for (let cut = 1; ; cut++) {
      const direct = new URL(team.urlOf('ada'));
      const proxy = await startCuttingProxy(Number(direct.port), cut);
      direct.port = String(proxy.port);
      const server = new PostgresTeamServer(direct.href, null);
      try {
        await attempt(server, cut).catch(async (thrown: unknown) => {
          expect(thrown, `after ${cut} messages`).toMatchObject({ code: 'E_TEAM_UNREACHABLE' });
          expect(String(thrown)).not.toContain('\n');
          await attempt(server, cut);
        });
        await check(cut);
      } finally {
        await server.close();
        await proxy.close();
      }
      if (!proxy.hasCut()) return cut;
    }
  };

  it('during a push: the changes are sent again and take effect once, wherever it broke', async () => {
    const straight = await team.connect('ada');
    await straight.hello({ id: 'a', name: 'Ada’s' });
    const change = changesOf();
    const batches = new Map<number, ReturnType<typeof change>[]>();
    const batchOf = (cut: number) => {
      const batch = batches.get(cut) ?? [
        change(`d${cut}`, 'add', sharedDrawer(`d${cut}`, `text ${cut}`)),
        change(`d${cut}`, 'tag', `tag ${cut}`),
      ];
      batches.set(cut, batch);
      return batch;
    };
    const cuts = await cutEverywhere(
      async (server, cut) => {
        const { lastNumber } = await server.push('a', batchOf(cut));
        expect(lastNumber).toBe(cut * 2);
      },
      async (cut) => {
        const after = (cut - 1) * 2;
        expect((await pulled(straight, 'a', 'docs', after)).map(({ seq, field }) => [seq, field])).toEqual([
          [after + 1, 'add'],
          [after + 2, 'tag'],
        ]);
      },
    );
    expect(cuts).toBeGreaterThan(20);
  });

  it('during a pull: no change is missed, wherever it broke', async () => {
    const straight = await team.connect('ada');
    await straight.hello({ id: 'b', name: 'Ada’s other' });
    const all = await pulled(straight, 'b');
    const cuts = await cutEverywhere(
      async (server) => {
        const { changes, done } = await server.pull('b', 'docs', 0, 3);
        expect(changes).toEqual(all.slice(0, 3));
        expect(done).toBe(3);
      },
      async () => undefined,
    );
    expect(cuts).toBeGreaterThan(20);
  });

  const scope = { without: [], includeArchived: false };
  it.each<[string, (server: PostgresTeamServer) => Promise<unknown>]>([
    ['a greeting', async (server) => (await server.hello({ id: 'c', name: 'Ada’s third' })).member],
    ['sharing a wing', (server) => server.shareWing('docs', { includesSensitive: false })],
    ['confirming an erasure', (server) => server.confirmErased('c', ['none'])],
    ['counting words', (server) => server.recall.wordCounts([{ scope, words: ['lantern'], drawers: 10_000 }])],
    [
      'finding candidates',
      async (server) => {
        const words = [{ word: 'lantern', weight: 1 }];
        const vector = { model: 'none', data: Array.from({ length: 384 }, () => 1) };
        return (await server.recall.best({ scope, words, rare: 1, vector, limit: 5 })).drawers.length;
      },
    ],
    ['showing a drawer', (server) => server.recall.drawer('none', scope)],
    [
      'leaving',
      async (server) => {
        await server.hello({ id: 'd', name: 'Ada’s fourth' });
        await server.leave('d');
      },
    ],
  ])('in %s: asked again, it is answered as ever, wherever it was cut', async (_, work) => {
    const straight = await team.connect('ada');
    await straight.hello({ id: 'c', name: 'Ada’s third' });
    const answer = await work(straight as PostgresTeamServer);
    const cuts = await cutEverywhere(
      async (server) => expect(await work(server)).toEqual(answer),
      async () => undefined,
    );
    expect(cuts).toBeGreaterThan(10);
    expect(
      (await straight.hello({ id: 'c', name: 'Ada’s third' })).palaces.map(({ palace }) => palace),
    ).not.toContain('d');
  });
});
