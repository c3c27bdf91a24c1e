import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  searchResultSchema,
  type SearchResult,
} from '../../../../extension/palace/contract/search/searchResult.ts';
import { spawnedServer, callTool } from '../../../fixtures/agent/agentClient.ts';
import { runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const hours = 3_600_000;
const newest = Date.parse('2026-02-01T12:00:00Z');

/** 130 matches, the newer the weaker, and one drawer that is newer and more important than all and no match. */
const drawers = [
  ...Array.from({ length: 130 }, (_, i) => ({
    id: `crane-${i}`,
    wing: 'harbour',
    room: 'log',
    filed_at: new Date(newest - i * hours).toISOString(),
    importance: i === 77 ? 0.9 : 0.5,
    text: `${'harbour crane '.repeat(1 + Math.floor(i / 10))}entry ${i}${', and more'.repeat(7 - Math.floor(i / 20))}.`,
  })),
  {
    id: 'unrelated',
    wing: 'harbour',
    room: 'log',
    filed_at: new Date(newest + hours).toISOString(),
    importance: 1,
    text: 'The bakery sells rye bread on Fridays.',
  },
];

const setUp = (): { palace: string; folder: string; search: (...words: string[]) => SearchResult } => {
  const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  const file = path.join(folder, 'log.jsonl');
  writeFileSync(file, drawers.map((drawer) => JSON.stringify(drawer)).join('\n'));
  expect(runCli(palace, folder, 'import', file, '--format', 'jsonl', '--no-wait')).toMatchObject({ code: 0 });
  return {
    palace,
    folder,
    search: (...words) =>
      searchResultSchema.parse(JSON.parse(runCli(palace, folder, 'search', ...words, '--json').stdout)),
  };
};
const ids = ({ results }: SearchResult): string[] => results.map(({ drawer_id: id }) => id);

describe('a search sorted by date or importance', () => {
  it('orders every match, not only the hundred most relevant ones', async () => {
    const { palace, folder, search } = setUp();
    expect(ids(search('harbour', 'crane'))).not.toContain('crane-0');
    const sorted = search('harbour', 'crane', '--sort', 'recency');
    expect(ids(sorted)).toEqual(Array.from({ length: 10 }, (_, i) => `crane-${i}`));
    expect(sorted.sort_by).toBe('recency');
    expect(ids(search('harbour', 'crane', '--sort', 'recency', '--k', '130'))).toEqual(
      Array.from({ length: 130 }, (_, i) => `crane-${i}`),
    );
    const important = search('harbour', 'crane', '--sort', 'importance');
    expect(ids(important)[0]).toBe('crane-77');
    expect(important.results.map(({ importance }) => importance)).toEqual([0.9, ...Array<number>(9).fill(0.5)]);
    const drawn = runCli(palace, folder, 'search', 'harbour', 'crane', '--sort', 'recency', '--k', '2').stdout;
    expect(drawn).toContain('2026-02-01 12:00:00');
    const whyNot = runCli(palace, folder, 'why-not', 'crane-120', 'harbour', 'crane', '--sort', 'recency').stdout;
    expect(whyNot).toContain('By recency it is number 121 of the 130 drawers');

    const { client } = await spawnedServer(palace, folder);
    const answer = await callTool(client, 'mempalace_search', {
      query: 'harbour crane',
      sort_by: 'recency',
      limit: 3,
    });
    const shape = z.object({ sort_by: z.string(), results: z.array(z.object({ drawer_id: z.string() })) });
    expect(shape.parse(answer.structured)).toEqual({
      sort_by: 'recency',
      results: ['crane-0', 'crane-1', 'crane-2'].map((drawer_id) => ({ drawer_id })),
    });
  });
});

describe('the scores of an explained search', () => {
  it('never rise from one result to the next in any profile, and add up, on the command line and for agents', async () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    const wings = ['gateway', 'billing', 'ledger'];
    writeFiles(
      workspace,
      Object.fromEntries(
        wings.flatMap((wing, n) => [
          [`${wing}/package.json`, JSON.stringify({ name: wing })],
          ...Array.from({ length: 8 - 3 * n }, (_, i) => [
            `${wing}/docs/token${i}.md`,
            `# Tokens ${i}\n\nThe ${wing} rotates its token ${'after a storm '.repeat(i % 3)}on day ${i}.\n`,
          ]),
        ]),
      ),
    );
    runCli(palace, workspace, 'mine');
    const { client } = await spawnedServer(palace, workspace);
    const hits = z.object({
      results: z.array(
        z.object({
          score: z.number(),
          cosine_similarity: z.number(),
          score_events: z.array(z.object({ delta: z.number() })),
          selection_score: z.number(),
          selection_events: z.array(z.object({ phase: z.string(), delta: z.number(), reason: z.string() })),
        }),
      ),
    });
    const sum = (start: number, events: readonly { readonly delta: number }[]): number =>
      events.reduce((total, { delta }) => total + delta, start);
    const seen = new Set<string>();
    for (const profile of ['default', 'orient', 'evaluate', 'decide', 'baseline', 'seed_rrf']) {
      const asked = ['search', 'rotate token storm', '--profile', profile, '--explain'];
      const line = hits.parse(JSON.parse(runCli(palace, workspace, ...asked, '--json').stdout));
      const agent = hits.parse(
        (
          await callTool(client, 'mempalace_search', {
            query: 'rotate token storm',
            profile,
            explain: true,
            token_budget: 50_000,
          })
        ).structured,
      );
      for (const { results } of [line, agent]) {
        expect(results.length).toBeGreaterThan(2);
        results.forEach((hit, i) => {
          expect(sum(hit.cosine_similarity, hit.score_events)).toBe(hit.score);
          expect(sum(0, hit.selection_events)).toBe(hit.selection_score);
          expect(hit.selection_score).toBeLessThanOrEqual(results[i - 1]?.selection_score ?? Infinity);
          for (const { phase } of hit.selection_events) seen.add(phase);
        });
      }
      const printed = runCli(palace, workspace, ...asked).stdout;
      const numbers = [...printed.matchAll(/^ +\d+ {2}\S+ {2}(-?\d\.\d{3}) {2}/gmu)].map(([, number]) =>
        Number(number),
      );
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      expect(numbers.length).toBe(line.results.length);
      expect(printed).toMatch(/selection score/);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['relevance', 'cross_wing_balancing', 'mmr']));
  });
});
