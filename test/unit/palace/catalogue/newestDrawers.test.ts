import { expect, it } from 'vitest';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

it('lists the last filed first, page by page, each of the filter’s drawers once', async () => {
  const { palace } = await minedPalace();
  // Two were filed at one moment: of these, the later comes first.
  for (const [day, tide] of ['3 flood', '7', '1', '6', '3 ebb', '5', '4'].map((name) => [name[0], name] as const))
    await palace.save({ text: `Tide ${tide}.`, type: 'progress', filed_at: `2026-02-0${day}` });
  await palace.save({ text: 'A decision.', type: 'decision', filed_at: '2026-02-09' });
  const filter = { type: ['progress' as const] };
  for (const limit of [1, 2, 3, 7, 8]) {
    const texts: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof palace.list>> = await palace.list({
        filter,
        order: 'newest',
        limit,
        cursor,
      });
      expect(page.drawers.length).toBeLessThanOrEqual(limit);
      texts.push(...page.drawers.map(({ text }) => text));
      cursor = page.next;
    } while (cursor !== null);
    expect(texts).toEqual(['7', '6', '5', '4', '3 ebb', '3 flood', '1'].map((tide) => `Tide ${tide}.`));
  }
  await palace.close();
});

it('refuses a cursor of another order, saying where cursors come from', async () => {
  const { palace } = await minedPalace();
  const { next } = await palace.list({ limit: 1 });
  expect(next).not.toBeNull();
  for (const cursor of [next, 'garbage', ''])
    await expect(palace.list({ order: 'newest', cursor, limit: 1 })).rejects.toMatchObject({
      code: 'E_USAGE',
      remedy: expect.stringContaining('earlier page of the same list'),
    });
  await palace.close();
});
