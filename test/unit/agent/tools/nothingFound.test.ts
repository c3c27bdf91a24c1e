import { expect, it } from 'vitest';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('a search whose conditions leave nothing to find says so, and one that could find something does not', async () => {
  const { palace } = await minedPalace();
  const { client } = await linkedClient(palace);
  const warned = async (args: Record<string, unknown>, tool = 'mempalace_search') =>
    (await callTool(client, tool, { query: 'token', ...args })).structured['warnings'];
  const said = [
    expect.stringContaining(
      'No drawer meets all the conditions, whatever its words. Leave one out; path is',
    ) as string,
  ];
  expect(await warned({ path: 'src/**/*.ts' })).toEqual(said);
  expect(await warned({ query: 'token path:*.ts' })).toEqual(said);
  expect(await warned({ after: '2025-01-01', before: '2024-01-01' })).toEqual(said);
  expect(await warned({ type: 'issue', days: 1 }, 'context_search')).toEqual(said);
  expect(await warned({ wing: 'zzzzzzzz', explain: true })).toEqual(said);
  expect(await warned({})).toEqual([]);
});

it('an empty palace has nothing to leave out', async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  const { client } = await linkedClient(palace);
  expect((await callTool(client, 'mempalace_search', { query: 'token', path: '*.ts' })).structured).toMatchObject({
    found: 0,
    warnings: [],
  });
  await palace.close();
});
