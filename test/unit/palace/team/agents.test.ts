import { expect, it } from 'vitest';
import { agentTools } from '../../../../extension/agent/tools/agentTools.ts';
import type { Params } from '../../../../extension/palace/contract/palaceApi.ts';
import { teamCalls } from '../../../../extension/palace/contract/teamSchemas.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

type Name = keyof typeof teamCalls;
const agent = { caller: { workspace: null, profileLayers: null, agent: true } };
const asked: { readonly [Each in Name]: Params<Each> } = {
  teamStatus: {},
  teamConnect: { url: 'postgresql://ann@db.example.org/memory', password: 'quay' },
  teamUnlock: { password: 'quay' },
  teamLeave: {},
  teamShare: { wing: 'harbor' },
  teamUnshare: { wing: 'harbor' },
  teamExchange: {},
  teamConflicts: {},
  teamSettle: { drawer_id: 'd', keep: null },
};

it('an agent can’t change what is shared: no tool offers it, and every call except reading is refused', async () => {
  expect(agentTools.map(({ name }) => name).filter((name) => /team|share/i.test(name))).toEqual([]);
  const palace = await openPalace({ folder: temporaryFolder() });
  for (const name of Object.keys(asked) as Name[]) {
    const call = palace[name] as (params: object, caller: object) => Promise<unknown>;
    const answer = call(asked[name], agent);
    if (teamCalls[name].again === 'read') await expect(answer).resolves.toBeDefined();
    else await expect(answer, name).rejects.toMatchObject({ code: 'E_APPROVAL' });
  }
  await palace.close();
});
