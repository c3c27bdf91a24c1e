import { describe, expect, it } from 'vitest';
import { save } from '../../../fixtures/palaces/erasing.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

/** A palace whose maintenance, three months on, has archived a handoff and demoted a decision. */
const agedPalace = async (types: readonly string[]) => {
  let now = new Date('2026-01-01T00:00:00Z');
  const palace = await openPalace({ folder: temporaryFolder(), clock: () => now });
  const ids: string[] = [];
  for (const type of types) ids.push(await save(palace, `What nobody needs any more: a ${type}.`, { type }));
  now = new Date('2026-04-01T00:00:00Z');
  const { batch, counts } = await palace.maintain({});
  const restore = (request: string) => palace.restore({ batch: batch ?? '' }, { request });
  return { palace, ids, counts, restore };
};

describe('a batch that is taken back', () => {
  it('gives the same answer if it is asked for again, because the first one was lost', async () => {
    const { palace, ids, counts, restore } = await agedPalace(['handoff', 'decision']);
    expect(counts).toMatchObject({ archived: 1, demoted: 1 });
    const first = await restore('r1');
    expect(first).toMatchObject({ restored: [ids[0]], moved_back: [ids[1]] });
    expect(await restore('r1')).toMatchObject({ restored: first.restored, moved_back: first.moved_back });
    await palace.close();
  });

  it('does so, too, where nothing of it is in the archive', async () => {
    const { palace, ids, restore } = await agedPalace(['decision']);
    const first = await restore('r1');
    expect(first).toEqual({ restored: [], moved_back: ids, unchanged: 0, missing: [] });
    expect(await restore('r1')).toEqual(first);
    await expect(restore('r2')).rejects.toMatchObject({ code: 'E_USAGE' });
    await palace.close();
  });
});
