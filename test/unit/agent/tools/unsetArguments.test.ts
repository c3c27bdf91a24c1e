import { describe, expect, it } from 'vitest';
import { mempalaceSearch } from '../../../../extension/agent/tools/searchTools.ts';
import { agentTools } from '../../../../extension/agent/tools/agentTools.ts';
import { palaceSimilar } from '../../../../extension/agent/tools/similarTool.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

/** Arguments with which each tool that needs some is called. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  mempalace_search: { query: 'tide' },
  mempalace_consolidate: { mode: 'evaluate' },
  mempalace_add_drawer: { content: 'Tide tables are kept.' },
  mempalace_get_drawer: { drawer_id: 'a' },
  mempalace_check_duplicate: { content: 'Tide tables are kept.' },
  context_save: { content: 'Tide tables are kept.', type: 'decision' },
  context_curate: { drawer_id: 'a', decisions: [{ drawer_id: 'b', action: 'ADD' }] },
  context_search: { query: 'tide' },
  context_archive: { ids: ['a'] },
  context_resolve_pattern: { pattern_id: 'a' },
  palace_similar: { drawer_id: 'a' },
};

const tools = [...agentTools, palaceSimilar].map((tool) => {
  const names = Object.keys(tool.inputSchema['properties'] as object);
  const required = (tool.inputSchema['required'] ?? []) as readonly string[];
  return { tool, required, optional: names.filter((name) => !required.includes(name)) };
});

const refusalOf = (check: () => unknown): string | null => {
  try {
    check();
    return null;
  } catch (thrown) {
    return PalaceError.from(thrown).message;
  }
};

describe('an argument that is null', () => {
  it.each(tools)('is none where $tool.name does not need it', ({ tool, required, optional }) => {
    const given = needed[tool.name] ?? {};
    expect(Object.keys(given).toSorted()).toEqual([...required].toSorted());
    expect(optional).toContain('token_budget');
    const unset = Object.fromEntries(optional.map((name) => [name, null]));
    expect(tool.check({ ...given, ...unset })).toEqual(tool.check(given));
  });

  it.each(tools)('is refused where $tool.name needs it, or knows none of its name', ({ tool, required }) => {
    const given = needed[tool.name] ?? {};
    for (const name of [...required, 'max_distance'])
      expect(refusalOf(() => tool.check({ ...given, [name]: null }))).toContain(`\`${name}\``);
  });

  it('is refused within an argument', () => {
    expect(refusalOf(() => mempalaceSearch.check({ query: 'tide', wing: ['a', null] }))).toContain('`wing');
  });

  it('changes nothing about an answer', async () => {
    const { palace } = await minedPalace();
    const { client } = await linkedClient(palace);
    const search = async (unset: Record<string, unknown>) =>
      (await callTool(client, 'mempalace_search', { query: 'rotate a token', dry_run: true, ...unset }))
        .structured['results'];
    const ids = (results: unknown): unknown[] => (results as { drawer_id: unknown }[]).map((one) => one.drawer_id);
    const found = ids(await search({}));
    expect(found.length).toBeGreaterThan(0);
    expect(ids(await search({ limit: null, wing: null, profile: null, token_budget: null }))).toEqual(found);
    await palace.close();
  });
});
