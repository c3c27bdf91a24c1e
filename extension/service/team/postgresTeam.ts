/** The bundle that contains `pg`. `openTeam.ts` loads it once somebody has a team. */
export { PostgresTeamServer } from './postgresTeamServer.ts';
export { TeamAdmin } from './teamAdmin.ts';
