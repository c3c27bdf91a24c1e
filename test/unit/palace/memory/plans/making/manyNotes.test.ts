import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isoTime } from '../../../../../../extension/palace/model/ids.ts';
import { planOf } from '../../../../../fixtures/planCalls.ts';
import { openPalace, temporaryFolder } from '../../../../../fixtures/palaces/temporaryPalace.ts';

/** A word of five letters, another for each number. */
const word = (n: number): string =>
  Array.from({ length: 5 }, (_, i) => String.fromCharCode(97 + (Math.floor(n / 26 ** i) % 26))).join('');
const note = (id: string, daysAgo: number, text: string) => ({
  id,
  wing: 'harbour',
  room: 'notes',
  type: 'decision',
  filed_at: isoTime(Date.parse('2026-02-28T10:00:00Z') - daysAgo * 86_400_000),
  text,
});

it('a replaced note is found without a search, even behind a thousand newer notes', async () => {
  const drawers = [
    ...Array.from({ length: 1100 }, (_, i) =>
      note(`other-${i}`, i % 90, [1, 2, 3, 4].map((n) => word((i * 4 + n) * 7919)).join(' ')),
    ),
    note('limit-old', 400, 'The berth limit of the northern quay is four ships.'),
    note('limit-new', 300, 'The berth limit of the northern quay is seven ships.'),
  ];
  const file = path.join(temporaryFolder(), 'notes.jsonl');
  writeFileSync(file, drawers.map((drawer) => JSON.stringify(drawer)).join('\n'));
  const palace = await openPalace({ folder: temporaryFolder() });
  await palace.importPalace({ path: file, format: 'jsonl', wait_for_embeddings: true });
  expect((await planOf(palace)).candidates).toContainEqual(
    expect.objectContaining({ drawer_id: 'limit-old', superseded_by: 'limit-new' }),
  );
  const context = await palace.sessionContext({ tokens: 4000 });
  expect(context.supersede_suggestions).toContainEqual(
    expect.objectContaining({ older_id: 'limit-old', newer_id: 'limit-new' }),
  );
  const scan = await palace.scanPalace({ candidate_trace: true, batch_size: 500, dry_run: true });
  expect(scan.supersede_candidates_found).toBeGreaterThan(0);
  expect(scan.candidate_trace?.at(-1)?.supersede_candidates_found).toBeGreaterThan(0);
  await palace.close();
});
