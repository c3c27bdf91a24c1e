import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  searchResultSchema,
  type SearchResult,
} from '../../../../extension/palace/contract/search/searchResult.ts';
import { callTool, spawnedServer } from '../../../fixtures/agent/agentClient.ts';
import { runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { writeTinyCrossEncoder } from '../../../fixtures/models/tinyCrossEncoder.ts';

const ids = ({ results }: SearchResult): string[] => results.map(({ source_file: file }) => file ?? '');

it('a cross-encoder from a folder reorders the best results if the profile asks for it, and says so', async () => {
  const [workspace, palace, model] = [
    temporaryFolder(),
    path.join(temporaryFolder(), 'palace'),
    path.join(temporaryFolder(), 'model'),
  ];
  writeFiles(workspace, {
    'docs/a.md': '# Crane\n\nThe harbour crane: harbour crane number one.\n',
    'docs/b.md': '# Crane\n\nThe harbour crane is inspected every March.\n',
    'docs/c.md': '# Rope\n\nThe rope of a crane wears; the anchor is kept near it.\n',
  });
  runCli(palace, workspace, 'mine');
  const search = (...words: string[]): SearchResult =>
    searchResultSchema.parse(
      JSON.parse(runCli(palace, workspace, 'search', 'harbour crane', '--explain', '--json', ...words).stdout),
    );
  // On a busy machine the usual budget of a second may be over before three drawers are read.
  const budget = 60_000;
  const on = ['--set', 'rerank_enabled=true', '--set', `rerank_budget_ms=${budget}`];
  const fused = search();
  expect(ids(fused).at(-1)).toBe('docs/c.md');
  const without = search(...on);
  expect(ids(without)).toEqual(ids(fused));
  expect(without.warnings.join()).toContain('reranker_folder');

  writeTinyCrossEncoder(model, { anchor: 5, march: 2, rope: 1 });
  expect(runCli(palace, workspace, 'config', '--set', `reranker_folder=${model}`).code).toBe(0);
  expect(search()).toMatchObject({ results: fused.results });
  const reranked = search(...on);
  expect(reranked.warnings).toEqual([]);
  expect(ids(reranked)).toEqual(['docs/c.md', 'docs/b.md', 'docs/a.md']);
  expect(reranked.pipeline_trace.phases_applied).toContain('rerank');
  expect(reranked.pipeline_trace.phase_timing_ms['rerank_model']).toBeTypeOf('number');
  const [first] = reranked.results;
  expect(first?.score_events?.find(({ phase }) => phase === 'rerank')?.reason).toContain(
    'gives it 7.000, #1 of 3',
  );
  expect(first?.score_breakdown?.rerank_adjustment).toBeGreaterThan(0);
  for (const { score, score_events: events, cosine_similarity: cosine } of reranked.results)
    expect(events?.reduce((sum, { delta }) => sum + delta, cosine ?? NaN)).toBe(score);
  expect(ids(search(...on, '--set', 'rerank_depth=2'))).toEqual(['docs/b.md', 'docs/a.md', 'docs/c.md']);
  expect(ids(search(...on, '--sort', 'recency'))).toEqual(ids(search('--sort', 'recency')));

  writeFileSync(
    path.join(palace, 'profiles.json'),
    JSON.stringify({ default: { rerank_enabled: true, rerank_budget_ms: budget } }),
  );
  const packet = path.join(workspace, 'run.json');
  const recorded = runCli(palace, workspace, 'search', 'harbour crane', '--explain', '--replay', packet);
  expect(runCli(temporaryFolder(), workspace, 'replay', packet)).toEqual(recorded);
  const { client } = await spawnedServer(palace, workspace);
  const answer = await callTool(client, 'mempalace_search', { query: 'harbour crane' });
  expect(answer.structured).toMatchObject({ results: [{ source_file: 'docs/c.md' }, {}, {}] });
  await client.close();

  const weights = path.join(model, 'model.onnx');
  writeFileSync(weights, Buffer.concat([readFileSync(weights), Buffer.from([0])]));
  const altered = search();
  expect(ids(altered)).toEqual(ids(fused));
  expect(altered.warnings.join()).toMatch(/Not reranked, the fused order stays: .*altered/);
});
