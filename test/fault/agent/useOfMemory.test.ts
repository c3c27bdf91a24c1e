import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

it('drawers that an agent’s session opened rank higher in the next search, once the session has ended', async () => {
  const folder = temporaryFolder();
  const palace = path.join(folder, 'palace');
  for (const name of ['crane', 'berth', 'tide', 'gauge'])
    writeFileSync(
      path.join(folder, `${name}.md`),
      `# The ${name}\n\nThe ${name} of the harbor is inspected in March.\n`,
    );
  const run = (...words: string[]) => {
    const { code, stdout, stderr } = runCli(palace, folder, ...words, '--json');
    expect(`${code} ${stderr}`).toBe('0 ');
    return JSON.parse(stdout);
  };
  run('mine', '.');
  const [{ drawer_id: id }] = run('search', 'tide').results;
  expect(run('status').ltp).toEqual({ due: 0, last_scan: null });

  const { client } = await spawnedServer(palace, folder);
  await callTool(client, 'mempalace_get_drawer', { drawer_id: id });
  await client.close();

  await expect
    .poll(() => run('status').ltp)
    .toMatchObject({ due: 0, last_scan: { looked_at: 1, updated: 1, batch_timings_ms: [expect.any(Number)] } });
  expect(runCli(palace, folder, 'status').stdout).toMatch(/Use +scanned .*: 1 of 1 drawer updated in 1 batch, /);
  const { results } = run('search', 'harbor inspected', '--explain') as SearchResult;
  expect(
    results.flatMap(({ drawer_id: hit, score_events: events = [] }) =>
      events.filter(({ phase }) => phase === 'ltp').map(({ reason }) => [hit, reason]),
    ),
  ).toEqual([[id, expect.stringContaining('used in 1 session of the last 30 days')]]);
  // Nothing has been used since.
  expect(run('maintain', '--no-git').scan.phase_timing_ms.paginated_scoring.batches).toBe(0);
});
