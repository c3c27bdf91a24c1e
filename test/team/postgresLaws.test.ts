import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';
import { teamServerLaws } from '../fixtures/team/teamServerLaws.ts';

teamServerLaws('PostgreSQL', () => newPostgresTeam());
