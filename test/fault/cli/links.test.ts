import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { searchResultSchema, type SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

/** Two workspaces with palaces of their own, with the model and the settings that are shipped. */
const setUp = () => {
  vi.stubEnv('XDG_DATA_HOME', temporaryFolder());
  const [harbor, gateway] = [temporaryFolder(), temporaryFolder()];
  const [own, other] = [path.join(temporaryFolder(), 'own'), path.join(temporaryFolder(), 'other')];
  writeFiles(harbor, { 'docs/cranes.md': '# Cranes\n\nEach crane is inspected in March.\n' });
  writeFiles(gateway, {
    'src/rotateToken.ts': 'export const rotateToken = (spent: string) => `${spent}-next`;\n',
  });
  const here = (...words: string[]) => runCli(own, harbor, ...words);
  const there = (...words: string[]) => runCli(other, gateway, ...words);
  for (const run of [here, there]) expect(run('mine', '--quiet').code).toBe(0);
  expect(there('save', 'The vault of the token opens with Sesame.', '--sensitive').code).toBe(0);
  const search = (...words: string[]): SearchResult =>
    searchResultSchema.parse(JSON.parse(here('search', ...words, '--json').stdout));
  return { own, other, harbor, here, search };
};
const palaces = ({ results }: SearchResult): string[] => results.map(({ palace = 'this' }) => palace);

it('a search covers a linked palace and labels its results; agents search it once a person allows it', async () => {
  const { own, other, harbor, here, search } = setUp();
  const linked = here('link', other, '--name', 'gateway');
  expect(linked).toMatchObject({ code: 0, stderr: '' });
  expect(linked.stdout).toContain('agents do not (--agents lets them)');
  const found = search('how are credentials renewed', '--explain');
  expect(found.warnings).toEqual([]);
  const [first] = found.results;
  expect(first).toMatchObject({ palace: 'gateway', source_file: 'src/rotateToken.ts' });
  expect(first?.legs?.['dense']?.rank).toBe(1);
  const { cosine_similarity: cosine = 0, score_events: events = [], score } = first ?? {};
  expect(events.reduce((sum, { delta }) => sum + delta, cosine)).toBe(score);
  const id = first?.drawer_id ?? '';

  expect(here('search', 'rotate', 'token').stdout).toMatch(/src\/rotateToken\.ts.*in gateway · /u);
  expect(palaces(search('crane', '--no-links'))).toEqual(['this']);
  expect(here('show', id).stdout).toContain('rotateToken = (spent');
  const refused = here('pin', id);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('E_LINKED');
  expect(refused.stderr).toContain(other);
  expect(here('links').stdout).toMatch(
    /^gateway {2}.*2 drawers · \d+ KiB · all-MiniLM-L6-v2.* · not for agents\n$/u,
  );

  const asked = async (): Promise<string> => {
    const { client } = await spawnedServer(own, harbor, undefined, undefined, []);
    const { text } = await callTool(client, 'mempalace_search', { query: 'token rotate vault' });
    if (!text.includes(id)) {
      expect((await callTool(client, 'mempalace_get_drawer', { drawer_id: id })).code).toBe('E_DRAWER_NOT_FOUND');
      return text;
    }
    const read = await callTool(client, 'mempalace_get_drawer', { drawer_id: id });
    expect(read.text).toContain('rotateToken = (spent');
    await client.close();
    return text;
  };
  expect(await asked()).not.toContain('gateway');
  expect(here('link', other, '--agents').code).toBe(0);
  const told = await asked();
  expect(told).toContain(`in the linked palace gateway · ${id} · src/rotateToken.ts:1–1`);
  expect(told).not.toMatch(/Sesame|••••/u);

  expect(here('unlink', 'gateway').code).toBe(0);
  expect(palaces(search('how are credentials renewed'))).toEqual(['this']);
  vi.unstubAllEnvs();
});
