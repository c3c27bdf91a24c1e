import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { daysAgo } from '../../../../fixtures/agedDrawers.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { truthHash } from '../../../../fixtures/treeHash.ts';

const saved = async (palace: Palace, text: string, days = 0): Promise<string> =>
  (await palace.save({ text, type: 'progress', filed_at: daysAgo(days) })).drawer_id ?? '';

/** Two drawers that maintenance archives, and three that were archived by hand for two reasons. */
const withArchive = async () => {
  const folder = temporaryFolder();
  const palace = await openPalace({ folder });
  const [a, b] = [
    await saved(palace, 'The parser is half done', 8),
    await saved(palace, 'Anchors hold in the bay', 9),
  ];
  const [c, d, e] = [
    await saved(palace, 'Winches want grease'),
    await saved(palace, 'Ropes are spliced on Fridays'),
    await saved(palace, 'Lamps burn until six'),
  ];
  const { batch } = await palace.maintain({});
  await palace.update({ drawer_ids: [c], archived: true });
  await palace.update({ drawer_ids: [d], archived: true });
  await palace.update({ drawer_ids: [e], archived: true, archive_reason: 'said twice' });
  return { palace, folder, aged: [a, b], byHand: [c, d], twice: e, batch: batch ?? '' };
};

const pages = async (
  palace: Palace,
  part: { readonly reason: string } | { readonly batch: string },
  limit: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<Palace['archived']>> = await palace.archived({ ...part, cursor, limit });
    ids.push(...page.drawers.map(({ drawer_id: id }) => id));
    expect(page.drawers.every(({ archived }) => archived)).toBe(true);
    if (page.next === null) return ids;
    cursor = page.next;
  }
};

describe('the archive', () => {
  it('is listed by reason with exact counts, page by page, without writing', async () => {
    const { palace, folder, aged, byHand, batch } = await withArchive();
    const before = truthHash(folder);
    const { total, reasons } = await palace.archiveReasons({});
    expect(total).toBe(5);
    expect(reasons.map(({ reason, drawers }) => [reason, drawers])).toEqual([
      ['by_hand', 2],
      ['maintenance', 2],
      ['said twice', 1],
    ]);
    for (const limit of [1, 2, 200]) {
      expect((await pages(palace, { reason: 'by_hand' }, limit)).sort()).toEqual([...byHand].sort());
      expect((await pages(palace, { batch }, limit)).sort()).toEqual([...aged].sort());
    }
    expect(await pages(palace, { reason: 'nobody' }, 5)).toEqual([]);
    expect((await palace.archiveBatches({ reason: 'maintenance' })).batches).toEqual([
      { batch, reason: 'maintenance', archived_at: '2026-03-01T12:00:00.000Z', drawers: 2 },
    ]);
    expect(truthHash(folder)).toEqual(before);
    await palace.close();
  });

  it('restores all drawers of one reason, and no others', async () => {
    const { palace, byHand } = await withArchive();
    expect([...(await palace.restore({ reason: 'by_hand' })).restored].sort()).toEqual([...byHand].sort());
    expect((await palace.archiveReasons({})).reasons.map(({ reason }) => reason)).toEqual([
      'maintenance',
      'said twice',
    ]);
    await expect(palace.restore({ reason: 'by_hand' })).rejects.toMatchObject({ code: 'E_USAGE' });
    await palace.close();
  });

  it('stops between two transactions when cancelled, and continues when called again', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    for (let i = 0; i < 120; i++)
      await palace.save({
        text: `Buoy ${i} was painted.`,
        type: 'progress',
        filed_at: daysAgo(8),
        allow_duplicate: true,
      });
    const { batch } = await palace.maintain({});
    let looks = 0;
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', { get: () => looks++ > 0 });
    await expect(palace.restore({ batch: batch ?? '' }, { signal })).rejects.toMatchObject({
      code: 'E_CANCELLED',
    });
    expect((await palace.archiveReasons({})).total).toBe(20);
    expect((await palace.restore({ batch: batch ?? '' })).restored).toHaveLength(20);
    await palace.close();
  });

  it('refuses a request that names no part of it', async () => {
    const { palace, batch } = await withArchive();
    for (const wrong of [
      {},
      { reason: 'by_hand', batch },
      { batch: 'nothing' },
      { reason: 'by_hand', cursor: 'nowhere' },
    ])
      await expect(palace.archived(wrong)).rejects.toMatchObject({ code: 'E_USAGE' });
    for (const wrong of [{}, { reason: 'by_hand', batch }])
      await expect(palace.restore(wrong)).rejects.toMatchObject({ code: 'E_USAGE' });
    await palace.close();
  });
});
