import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { quotations } from '../../../../extension/palace/erasing/quotations.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { save } from '../../../fixtures/palaces/erasing.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

const quoted = 'The crane of the northern pier is inspected in March.';

/** A palace of 1,200 drawers, the first and the last of which quote a note, and that note. */
const quotingPalace = async () => {
  const file = path.join(temporaryFolder(), 'drawers.jsonl');
  const drawers = Array.from({ length: 1200 }, (_, i) => ({
    id: `d${i}`,
    type: 'insight',
    filed_at: '2026-01-01T00:00:00Z',
    wing: 'harbor',
    room: 'notes',
    source_file: null,
    text: i % 1199 === 0 ? `Somebody said ${i} times: ${quoted}` : `The tide of day ${i} was seen.`,
  }));
  writeFileSync(file, drawers.map((drawer) => JSON.stringify(drawer)).join('\n'));
  const folder = temporaryFolder();
  const palace = await openPalace({ folder });
  await palace.importDrawers({ file });
  return { palace, folder, note: await save(palace, quoted) };
};

const openedStore = async () => {
  const { palace, folder } = await quotingPalace();
  await palace.close();
  return { store: await openPalaceStore({ folder, sqliteWasm }) };
};

describe('looking for drawers that quote what will be erased', () => {
  it('looks at all of them', async () => {
    const { palace, note } = await quotingPalace();
    expect((await palace.eraseReach({ drawer_ids: [note] })).quoted_in).toEqual(['d0', 'd1199']);
    await palace.close();
  });

  it('lets other work run in between', async () => {
    const { store } = await openedStore();
    const [drawer] = store.read.scanDrawers(0, 1);
    const turnsAtPage: number[] = [];
    let turns = 0;
    let isLooking = true;
    const turn = (): void => {
      turns++;
      if (isLooking) setImmediate(turn);
    };
    setImmediate(turn);
    const read: Parameters<typeof quotations>[0] = {
      drawersQuoting: (...words) => {
        turnsAtPage.push(turns);
        return store.read.drawersQuoting(...words);
      },
    };
    expect(await quotations(read, drawer === undefined ? [] : [{ drawer, why: 'asked' }])).toEqual([]);
    isLooking = false;
    expect(turnsAtPage.length).toBeGreaterThan(4);
    expect(new Set(turnsAtPage).size).toBe(turnsAtPage.length);
    await store.close();
  });

  it('ends when nobody waits for it any more', async () => {
    const { palace, note } = await quotingPalace();
    const abort = new AbortController();
    const asked = palace.eraseReach({ drawer_ids: [note] }, { signal: abort.signal });
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: 'E_CANCELLED' });
    await palace.close();
  });
});
