import { onTestFinished } from 'vitest';
import { drawerLaws } from '../fixtures/team/drawerLaws.ts';
import { loginOf } from '../fixtures/team/memberAt.ts';
import { palaceAt } from '../fixtures/team/palaceAt.ts';
import { newPostgresTeam } from '../fixtures/team/postgresTeam.ts';

/** The ID that a drawer of the team has where it was filed. */
const ownId = (id: string): string => id.replace(/^team:/, '');

drawerLaws('at a team’s server', async () => {
  const team = await newPostgresTeam();
  onTestFinished(() => team.dispose());
  await team.invite('ada', 'docs', 'owner');
  await team.invite('ben', 'docs', 'reader');
  const [ada, ben] = [await palaceAt(loginOf(team, 'ada')), await palaceAt(loginOf(team, 'ben'))];
  await ada.teamShare({ wing: 'docs' });
  const exchange = async () => {
    await ada.teamExchange({});
    await ben.teamExchange({});
  };
  return {
    writer: ada,
    find: async (query, filter = {}) => {
      await exchange();
      for (;;) {
        const { results, warnings } = await ben.search({
          query,
          filter: { ...filter, palace: ['team'] },
          dry_run: true,
        });
        // On a busy machine the server may answer too late.
        if (warnings.length === 0) return results.map(({ drawer_id: id }) => ownId(id));
      }
    },
    drawer: async (id) => {
      const found = await ben.show({ drawer_id: `team:${id}` });
      return { ...found, superseded_by: found.superseded_by && ownId(found.superseded_by) };
    },
    count: async () => (await ben.teamStatus({})).wings.find(({ wing }) => wing === 'docs')?.drawers ?? 0,
  };
});
