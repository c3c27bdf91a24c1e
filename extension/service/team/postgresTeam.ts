/** The bundle that has `pg` in it: loaded by `openTeam.ts`, when somebody has a team. */
export { PostgresTeamServer } from './postgresTeamServer.ts';
export { TeamAdmin } from './teamAdmin.ts';
