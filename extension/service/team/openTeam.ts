import type { SearchableServer } from '../../palace/team/teamRecall.ts';
import type { TeamAdmin } from './teamAdmin.ts';

/**
 * The team's server at a URL; it is connected to with the first call. `password` is the one that a person gave; null looks at the
 * URL, `PGPASSWORD` and `.pgpass`. Throws E_USAGE, E_TEAM_TLS or E_TEAM_LOGIN for what is wrong before connecting.
 */
export const openTeamServer = async (url: string, password: string | null): Promise<SearchableServer> => {
  const { PostgresTeamServer } = await import('./postgresTeam.ts');
  return new PostgresTeamServer(url, password);
};

/** The administrator's side of a team's database. Throws as {@link openTeamServer}. */
export const openTeamAdmin = async (url: string, password: string | null): Promise<TeamAdmin> => {
  const { TeamAdmin } = await import('./postgresTeam.ts');
  return new TeamAdmin(url, password);
};
