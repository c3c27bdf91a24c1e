import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { callTool, spawnedServer } from '../../../fixtures/agent/agentClient.ts';
import { runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('a misspelt query finds what was meant, on the command line and for agents, and says how it was read', async () => {
  const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  const file = path.join(folder, 'notes.jsonl');
  const texts = ['We retry with exponential backoff.', 'Berths are booked by the harbour master.'];
  writeFileSync(
    file,
    texts
      .map((text, at) =>
        JSON.stringify({ id: `note-${at}`, wing: 'harbour', room: 'log', filed_at: '2026-02-01T12:00:00Z', text }),
      )
      .join('\n'),
  );
  expect(runCli(palace, folder, 'import', file, '--format', 'jsonl', '--no-wait')).toMatchObject({ code: 0 });
  const told = 'Nothing holds “backof”: searched for “backoff” instead.';
  const { stdout } = runCli(palace, folder, 'search', 'exponental', 'backof');
  expect(stdout).toContain(`! ${told}`);
  expect(stdout).toContain(texts[0]);
  const { client } = await spawnedServer(palace, folder, undefined, undefined, []);
  const { text } = await callTool(client, 'mempalace_search', { query: 'exponental backof' });
  expect(text).toContain(told);
  expect(text.split('\n').map((line) => line.trim())).toContain(texts[0]);
  // A common word of the language is no misspelling, though one letter makes it a word of the memory.
  expect(runCli(palace, folder, 'search', 'looked', 'perths').stdout).not.toContain('“looked”');
});
