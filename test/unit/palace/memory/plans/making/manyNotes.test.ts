import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isoTime } from '../../../../../../extension/palace/model/drawer/ids.ts';
import { apply, planOf } from '../../../../../fixtures/planCalls.ts';
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

/** A palace that has exactly these notes. */
const palaceOf = async (drawers: readonly object[]) => {
  const file = path.join(temporaryFolder(), 'notes.jsonl');
  writeFileSync(file, drawers.map((drawer) => JSON.stringify(drawer)).join('\n'));
  const palace = await openPalace({ folder: temporaryFolder() });
  await palace.importPalace({ path: file, format: 'jsonl', wait_for_embeddings: true });
  return palace;
};
/** Three drawers that say nearly the same. */
const three = (name: string, daysAgo: number, subject: string) =>
  ['seven', 'eight', 'nine'].map((number, i) =>
    note(`${name}-${i}`, daysAgo, `The berth limit of the ${subject} quay is ${number} ships.`),
  );

it('replaced notes are grouped although a thousand that are like no other have waited for longer', async () => {
  const replaced = [
    ...Array.from({ length: 1000 }, (_, i) =>
      note(`other-${i}`, 500, [1, 2, 3, 4].map((n) => word((i * 4 + n) * 7919)).join(' ')),
    ),
    ...three('limit', 400, 'northern'),
  ].map((drawer) => ({ ...drawer, superseded_by: 'now' }));
  const palace = await palaceOf([...replaced, note('now', 1, 'Nothing of this is so any more.')]);
  const plan = await planOf(palace);
  expect(plan.candidates).toHaveLength(1003);
  expect(plan.groups.map(({ drawer_ids: ids }) => ids)).toEqual([['limit-0', 'limit-1', 'limit-2']]);
  expect(plan.warnings).toEqual([]);
  await palace.close();
});

it('a plan of about a thousand drawers says what it did not compare, and the next has the rest', async () => {
  const matters = Array.from({ length: 340 }, (_, i) => i);
  const palace = await palaceOf(
    matters.flatMap((i) => [
      ...three(`limit-${i}`, 400, [1, 2, 3].map((n) => word((i * 3 + n) * 7919)).join(' ')).map((drawer) => ({
        ...drawer,
        superseded_by: `now-${i}`,
      })),
      note(`now-${i}`, 1, word(i * 7919)),
    ]),
  );
  const plan = await planOf(palace);
  expect(plan.candidates).toHaveLength(1020);
  expect(plan.groups).toHaveLength(333);
  expect(plan.warnings).toEqual([
    'Only 999 of 1,020 candidates were compared; apply this plan and make the next.',
  ]);
  await apply(palace, plan.id);
  const next = await planOf(palace);
  expect(next.groups).toHaveLength(7);
  expect(next.warnings).toEqual([]);
  await palace.close();
});

it('a thousand newer notes that are replaced keep no valid ones from consolidation, nor from a session’s start', async () => {
  const replaced = Array.from({ length: 1000 }, (_, i) => ({
    ...note(`other-${i}`, 20, [1, 2, 3, 4].map((n) => word((i * 4 + n) * 7919)).join(' ')),
    superseded_by: 'now',
  }));
  const palace = await palaceOf([
    ...replaced,
    note('now', 10, 'Nothing of this is so any more.'),
    ...three('limit', 40, 'northern').map((drawer) => ({ ...drawer, type: 'issue' })),
  ]);
  const { plan } = await palace.evaluatePlan({});
  expect(plan.groups.map(({ drawer_ids: ids }) => ids)).toEqual([['limit-0', 'limit-1', 'limit-2']]);
  expect(plan.warnings).toEqual([]);
  const context = await palace.sessionContext({ tokens: 4000 });
  expect(context.consolidation_candidates.map(({ drawer_ids: ids }) => [...ids].sort())).toEqual([
    ['limit-0', 'limit-1', 'limit-2'],
  ]);
  await palace.close();
});
