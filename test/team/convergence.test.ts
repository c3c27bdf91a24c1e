import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it, onTestFinished } from 'vitest';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { playSchedule } from '../fixtures/team/randomSchedule.ts';
import { size } from '../fixtures/testSize.ts';

const schedules = size('SYNAPSE_TEAM_SERVER_SCHEDULES', 3, 100);

it(`${schedules} random schedules of edits and faults leave three palaces of a team with the same drawers`, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'synapse-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let nth = 0; nth < schedules; nth += 1) {
    const team = await newPostgresTeam();
    await playSchedule(nth, team, folder);
    await team.dispose();
  }
});
