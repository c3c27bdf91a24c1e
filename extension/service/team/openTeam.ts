import type { SearchableServer } from '../../palace/team/teamRecall.ts';
import type { TeamAdmin } from './teamAdmin.ts';

/**
 * The team's server at a URL; the first call connects to it. `password` is the one that a person gave; null looks in the URL,
 * `PGPASSWORD` and `.pgpass`. Throws E_USAGE, E_TEAM_TLS or E_TEAM_LOGIN for mistakes that show before connecting.
 */
export const openTeamServer = async (url: string, password: string | null): Promise<SearchableServer> => {
  const { PostgresTeamServer } = await import('./postgresTeam.ts');
  return new PostgresTeamServer(url, password);
};

/** A team's database, for its administrator. Looks for the password and throws like {@link openTeamServer}. */
export const openTeamAdmin = async (url: string): Promise<TeamAdmin> => {
  const { TeamAdmin } = await import('./postgresTeam.ts');
  return new TeamAdmin(url, null);
};
