import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { workbenchTest } from './host/workbenchTest.ts';

const paragraphs = Array.from(
  { length: 60 },
  (_, i) => `Paragraph ${i}: the keeper of lighthouse ${i} writes the tally of the day into the ledger.\n\n`,
);
const test = workbenchTest({
  'ledger.md': paragraphs.join(''),
  'today.log': 'A ship came in.\n',
  '.vscode/settings.json': JSON.stringify({
    'synapsePalace.location': '.synapse-palace',
    'synapsePalace.mining.chunkTarget': 240,
    'synapsePalace.mining.maxFileSize': 'big',
    'synapsePalace.exclude': ['*.log'],
  }),
});

test('a wrong value is named with its bounds and the default that is used', async ({ workbench }) => {
  await workbench.notifications.waitFor(
    'The setting synapsePalace.mining.maxFileSize must be a whole number from 1 to 16384, not "big". Its default (1024) is used.',
  );
});

test('mining goes by the settings, and other programs find them in the palace', async ({ workbench }) => {
  const summary = await workbench.mine();
  expect(Number(/filed as (\d+) new drawers/.exec(summary)?.[1])).toBeGreaterThan(20);
  const file = path.join(workbench.folder, '.synapse-palace', 'settings.editor.json');
  const shared = JSON.parse(readFileSync(file, 'utf8')) as { chunk_target: number; exclude: string[] };
  expect(shared.chunk_target).toBe(240);
  expect(shared.exclude).toContain('*.log');
});
