import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { searchResultSchema } from '../../../../extension/palace/contract/search/searchResult.ts';
import { callTool, spawnedServer } from '../../../fixtures/agent/agentClient.ts';
import { runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

it('with the profile’s flag “explain”, searches on the command line and by agents are explained unless the call says otherwise', async () => {
  const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  writeFiles(workspace, { 'docs/token.md': '# Tokens\n\nThe gateway rotates its token after a storm.\n' });
  runCli(palace, workspace, 'mine', '--no-wait');
  const isExplained = (...words: string[]): boolean =>
    searchResultSchema.parse(JSON.parse(runCli(palace, workspace, 'search', 'token', ...words, '--json').stdout))
      .results[0]?.score_events !== undefined;
  expect(isExplained()).toBe(false);
  expect(isExplained('--explain')).toBe(true);
  expect(isExplained('--set', 'explain=true')).toBe(true);
  writeFileSync(
    path.join(palace, 'profiles.json'),
    JSON.stringify({ default: { explain: true }, quiet: { explain: false } }),
  );
  expect(isExplained()).toBe(true);
  expect(isExplained('--profile', 'quiet')).toBe(false);
  expect(isExplained('--no-explain')).toBe(false);
  expect(runCli(palace, workspace, 'search', 'token').stdout).toContain('selection score');
  const { client } = await spawnedServer(palace, workspace);
  const explained = async (args: Record<string, unknown>): Promise<boolean> => {
    const { structured } = await callTool(client, 'mempalace_search', { query: 'token', ...args });
    const { data } = searchResultSchema.pick({ pipeline_trace: true }).safeParse(structured);
    return JSON.stringify(structured).includes('score_events') && data !== undefined;
  };
  expect(await explained({})).toBe(true);
  expect(await explained({ profile: 'quiet' })).toBe(false);
  expect(await explained({ explain: false })).toBe(false);
});
