import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('who waits for the check of a note does not wait for the vectors of what was filed before it', async () => {
  const quick = wordHashEmbedder();
  let goOn = (): void => undefined;
  const asked = new Promise<void>((resolve) => (goOn = resolve));
  // Embeds no drawer before the note is waited for, however long filing takes.
  const embedder = {
    ...quick,
    embed: async (...given: Parameters<typeof quick.embed>) => {
      if (given[1] === 'drawer') await asked;
      return quick.embed(...given);
    },
  };
  const palace = await openPalace({ folder: temporaryFolder(), embedder });
  const file = path.join(temporaryFolder(), 'notes.jsonl');
  // Dated later, these are embedded first otherwise.
  const earlier = Array.from({ length: 800 }, (_, i) => ({
    id: `berth-${i}`,
    wing: 'harbour',
    room: 'notes',
    type: 'decision',
    filed_at: '2027-01-01T10:00:00Z',
    text: `Berth ${i} is booked by ship ${i * 7919}.`,
  }));
  writeFileSync(file, earlier.map((drawer) => JSON.stringify(drawer)).join('\n'));
  await palace.importPalace({ path: file, format: 'jsonl' });
  const { drawer_id: id } = await palace.save({ text: 'Cranes rest at night.', type: 'decision' });
  const checking = palace.noteChecks({ drawer_ids: [id ?? ''], wait: true });
  goOn();
  const { checks, due } = await checking;
  expect([checks.length, due]).toEqual([1, []]);
  expect(embedder.drawers.length).toBeLessThan(earlier.length);
  await palace.close();
});

it('a note is compared with those that were saved before it, also if these have no vector yet', async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  const saved = async (text: string): Promise<string> =>
    (await palace.save({ text, type: 'decision' })).drawer_id ?? '';
  const first = await saved('The gateway allows 100 requests a minute per client.');
  // More than are embedded at once.
  for (let berth = 0; berth < 60; berth++) await saved(`Berth ${berth} is booked by ship ${berth * 7919}.`);
  const last = await saved('The gateway allows 500 requests a minute per client.');
  const { checks } = await palace.noteChecks({ drawer_ids: [last], wait: true });
  expect(checks[0]?.duplicates.map(({ drawer_id: id }) => id)).toEqual([first]);
  await palace.close();
});
