import { MemoryTeam } from '../../../fixtures/team/memoryTeamServer.ts';
import { teamServerLaws } from '../../../fixtures/team/teamServerLaws.ts';

teamServerLaws('in memory', async () => {
  const team = new MemoryTeam();
  return {
    invite: async (member, wing, right) => team.invite(member, wing, right),
    connect: async (member) => team.connect(member),
    everything: async () => team.everything(),
    dispose: async () => undefined,
  };
});
