import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PalaceError } from '../../../../extension/palace/model/palaceError.ts';
import type { TeamServer } from '../../../../extension/palace/team/teamServer.ts';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { sharedState, TeamPlayer } from '../../../fixtures/team/teamPlayer.ts';
import { randomFrom, seed, size } from '../../../fixtures/testSize.ts';

const schedules = size('SYNAPSE_TEAM_SCHEDULES', 100, 2_000);
const members = ['ann', 'ben', 'cleo'] as const;
const steps = 20;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'synapse-team-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A connection that breaks at some calls: before they take effect, or after, when only the answer is lost. */
const breaking = (server: TeamServer, random: () => number): TeamServer =>
  new Proxy(server, {
    get: (target, name: keyof TeamServer) => {
      const call = target[name] as (...given: unknown[]) => Promise<unknown>;
      return async (...given: unknown[]) => {
        const cut = random();
        const gone = new PalaceError('E_TEAM_UNREACHABLE', 'The connection broke.');
        if (cut < 0.08) throw gone;
        const answer = await call.apply(target, given);
        if (cut > 0.9) throw gone;
        return answer;
      };
    },
  });

const isOf =
  (...codes: string[]) =>
  (thrown: unknown): void => {
    if (!codes.includes(PalaceError.from(thrown).code)) throw thrown;
  };

/** What was replaced twice; a circle that the team refused is known to the palace that wanted it. */
const edited = (player: TeamPlayer) => player.store.read.team.conflicts().filter(({ kind }) => kind === 'edited');

/** One random schedule, and what has to hold at its end. */
const play = async (nth: number): Promise<void> => {
  const random = randomFrom(seed + nth * 7919);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  let minute = 0;
  const clock = () => new Date(Date.UTC(2026, 2, 1) + minute++ * 60_000);
  const team = new MemoryTeam();
  const place = path.join(folder, String(nth));
  const players = await Promise.all(
    members.map((member) => new TeamPlayer(path.join(place, member), member, clock).open()),
  );
  const server = (at: number): TeamServer => team.connect(members[at] ?? '');
  await server(0).shareWing('harbor', { includesSensitive: false });
  for (const member of members.slice(1)) team.invite(member, 'harbor', 'writer');
  await players[0]?.share('harbor');
  await players[1]?.share('harbor', 'writer');
  await players[2]?.share('harbor', 'writer');
  const filed = new Set<string>();
  const erased = new Set<string>();
  const copies = new Set<number>();

  const step = async (at: number, player: TeamPlayer): Promise<void> => {
    const id = pick(player.live()) ?? '';
    const choice = random();
    if (choice < 0.2 || id === '')
      return void filed.add(await player.save(`Note ${nth}.${minute} of ${members[at]}`));
    if (choice < 0.3) {
      const edited = await player.edit(id, `Note ${nth}.${minute} edited by ${members[at]}`);
      return void filed.add(edited);
    }
    if (choice < 0.38) return player.update(id, { tags_add: [pick(['crane', 'berth', 'tide']) ?? ''] });
    if (choice < 0.43) return player.update(id, { tags_remove: [pick(['crane', 'berth', 'tide']) ?? ''] });
    if (choice < 0.5) return player.update(id, { pinned: random() < 0.5 });
    if (choice < 0.55)
      return player.update(id, { importance: Math.round(random() * 1e6) / 1e6 / 3, tier: 'longterm' });
    if (choice < 0.6) return player.update(id, { room: pick(['quay', 'shed']) ?? '' });
    if (choice < 0.66) return player.update(id, { archived: true, archive_reason: 'done' });
    if (choice < 0.74) {
      const by = pick(player.live().filter((other) => other !== id));
      if (by !== undefined) await player.update(id, { superseded_by: by }).catch(isOf('E_SUPERSEDE'));
      return;
    }
    if (choice < 0.77) return void (await player.erase(id)).forEach((gone) => erased.add(gone));
    if (choice < 0.8) return player.restart();
    if (choice < 0.82) {
      copies.add(at);
      return player.copyTo(path.join(place, `copy-${at}`));
    }
    if (choice < 0.83 && copies.has(at) && nth % 2 === 1) {
      // What the copy does not know and nobody was sent is lost with the folder: it is sent first.
      await player.sync(server(at));
      return player.restore(path.join(place, `copy-${at}`));
    }
    const [conflict] = player.store.read.team.conflicts();
    if (choice < 0.86 && conflict !== undefined)
      return player.settle(conflict.drawerId, random() < 0.5 ? conflict.one || null : null);
    await player.sync(breaking(server(at), random)).catch(isOf('E_TEAM_UNREACHABLE'));
  };
  for (let n = 0; n < steps; n += 1) {
    const at = Math.floor(random() * players.length);
    const player = players[at];
    if (player !== undefined) await step(at, player);
  }

  for (let quiet = 0; quiet < 6; quiet += 1) {
    let moved = 0;
    for (const [at, player] of players.entries()) moved += (await player.sync(server(at))).pushed;
    if (moved === 0 && quiet > 2) break;
  }
  for (const [at, player] of players.entries()) await player.sync(server(at));

  const held = Object.fromEntries(
    Object.entries(team.holdings('harbor')).map(([id, record]) => [id, sharedState(record)]),
  );
  for (const [at, player] of players.entries()) {
    expect(player.holdings(), `${nth}: ${members[at]}`).toEqual(held);
    expect(edited(player), `${nth}: conflicts of ${members[at]}`).toEqual(edited(players[0] ?? player));
    expect(player.store.read.team.outboxState().waiting).toBe(0);
    if (nth % 10 === 0) expect((await player.store.verify()).ok).toBe(true);
  }
  const lost = [...filed].filter((id) => !(id in held) && !erased.has(id) && !team.hasErased('harbor', id));
  expect(lost, `${nth}: lost`).toEqual([]);
  expect(Object.keys(held).filter((id) => team.hasErased('harbor', id))).toEqual([]);
  await Promise.all(players.map((player) => player.close()));
  rmSync(place, { recursive: true, force: true });
};

it(`${schedules} random schedules end with the same in three palaces: nothing acknowledged is lost, nothing erased stays`, async () => {
  for (let nth = 0; nth < schedules; nth += 1) await play(nth);
});
