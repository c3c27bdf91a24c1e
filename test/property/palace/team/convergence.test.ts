import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { playSchedule } from '../../../fixtures/team/randomSchedule.ts';
import { sharedState } from '../../../fixtures/team/teamPlayer.ts';
import { size } from '../../../fixtures/testSize.ts';

const schedules = size('SYNAPSE_TEAM_SCHEDULES', 25, 2_000);

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'synapse-team-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`${schedules} random schedules end with the same in three palaces and at the team: nothing acknowledged is lost, nothing erased stays`, async () => {
  for (let nth = 0; nth < schedules; nth += 1) {
    const team = new MemoryTeam();
    await playSchedule(
      nth,
      {
        invite: async (...who) => team.invite(...who),
        connect: async (member) => team.connect(member),
        check: (held) =>
          expect(held).toEqual(
            Object.fromEntries(
              Object.entries(team.holdings('harbor')).map(([id, record]) => [id, sharedState(record)]),
            ),
          ),
      },
      folder,
    );
  }
});
