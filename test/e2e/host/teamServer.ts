import { startPostgres } from '../../../scripts/programs/postgres.mjs';
import { newPostgresTeam, type PostgresTeam } from '../../fixtures/team/postgresTeam.ts';

export interface TeamServer {
  readonly team: PostgresTeam;
  readonly port: number;
  /** Ends the server and removes its files. */
  readonly remove: () => Promise<void>;
}

/** A PostgreSQL with a team; where there is none to be had, undefined, and a line says what is `untested`. */
export const startTeamServer = async (untested: string): Promise<TeamServer | undefined> => {
  const postgres = await startPostgres({ report: console.log }).catch((error: unknown) => {
    console.log(`${untested}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  if (postgres === undefined) return undefined;
  const team = await newPostgresTeam(postgres.url);
  const remove = async (): Promise<void> => {
    await team.dispose();
    await postgres.remove();
  };
  return { team, port: postgres.port, remove };
};
