import { describe, expect, it } from 'vitest';
import { agentTools } from '../../../../extension/agent/tools/agentTools.ts';
import type { ToolSet } from '../../../../extension/agent/tools/toolSets.ts';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

const listOf = async (toolSet: ToolSet) => {
  const { palace } = await minedPalace({}, { 'a.md': 'Berths are booked.' });
  const { client } = await linkedClient(palace, '.', agentTools, { toolSet, isStructured: false });
  return { client, ...(await client.listTools()) };
};

describe('the list of tools', () => {
  it('costs an agent under 12 kB a session, whichever names it has', async () => {
    for (const toolSet of ['mempalace', 'context'] as const) {
      const { tools } = await listOf(toolSet);
      expect(JSON.stringify({ tools }).length).toBeLessThan(12_000);
      expect(tools.some((tool) => 'outputSchema' in tool)).toBe(false);
    }
  });

  it('has one name for each thing to do, and a tool that is not in it answers all the same', async () => {
    const names = async (toolSet: ToolSet) => (await listOf(toolSet)).tools.map(({ name }) => name);
    const twins = {
      mempalace_search: 'context_search',
      mempalace_status: 'context_status',
      mempalace_add_drawer: 'context_save',
    };
    const [mempalace, context, all] = [await names('mempalace'), await names('context'), await names('all')];
    expect(all).toEqual(agentTools.map(({ name }) => name));
    expect(mempalace).toEqual(all.filter((name) => !Object.values(twins).includes(name)));
    expect(context).toEqual(all.filter((name) => !Object.keys(twins).includes(name)));
    const { client } = await listOf('mempalace');
    expect(await callTool(client, 'context_search', { query: 'berths' })).toMatchObject({
      isError: false,
      structured: {},
    });
  });
});
