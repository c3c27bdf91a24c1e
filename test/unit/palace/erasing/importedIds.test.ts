import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { erase, save, word } from '../../../fixtures/palaces/erasing.ts';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

/** Imports keep IDs as they are, so that an ID may be any text. */

const race =
  'The rotation race test of the session store fails in the build because the clock is mocked after the login';

/** A palace of one note for each ID, all alike but for their number and a word with it. */
const palaceOf = async (ids: readonly string[]) => {
  const folder = temporaryFolder();
  const file = path.join(temporaryFolder(), 'drawers.jsonl');
  writeFileSync(
    file,
    ids
      .map((id, i) =>
        JSON.stringify({
          id,
          wing: 'w',
          room: 'r',
          type: 'decision',
          text: `${race}, about ${i + 1} run in ${word}${i}.`,
        }),
      )
      .join('\n'),
  );
  const palace = await openPalace({ folder });
  await palace.importDrawers({ file, wait_for_embeddings: true });
  return { palace, folder };
};

/** What `meta` knows, but for what each write or erasure changes. */
const metaOf = async (folder: string) => {
  const store = await openPalaceStore({ folder, sqliteWasm });
  const keys = [
    'created_at',
    'embedding_stamp',
    'mining_limits',
    'names_screened',
    'secrets_screened',
    'ltp_scan',
  ];
  const meta = keys.map((key) => [key, store.read.meta(key)]);
  const { schemaVersion, revision } = store;
  await store.close();
  return { meta, schemaVersion, revision };
};

describe('erasing a drawer with an ID that was imported', () => {
  it.each(['1', 'e', 'true'])('%j leaves the palace whole', async (id) => {
    const { palace, folder } = await palaceOf([id, 'other']);
    await palace.close();
    const before = await metaOf(folder);
    const again = await openPalace({ folder });
    await erase(again, id);
    expect(await again.verify({})).toMatchObject({ ok: true });
    await save(again, 'A note that is saved afterwards.');
    await again.close();
    const after = await metaOf(folder);
    expect(after).toEqual({ ...before, revision: after.revision });
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(filesHolding(folder, `${word}0`)).toEqual([]);
    expect(filesHolding(folder, `${word}1`)).not.toEqual([]);
  });

  it('leaves reasons that hold its ID in other words, and no mention of it itself', async () => {
    const { palace, folder } = await palaceOf(['note-1', 'note-10', 'b', 'c']);
    await palace.update({ drawer_ids: ['b'], archived: true, archive_reason: 'as in note-10' });
    await palace.update({ drawer_ids: ['c'], archived: true, archive_reason: 'as in note-1' });
    await erase(palace, 'note-1');
    expect((await palace.show({ drawer_id: 'b' })).archive_reason).toBe('as in note-10');
    expect((await palace.show({ drawer_id: 'c' })).archive_reason).toBe('as in erased');
    await erase(palace, 'b');
    expect((await palace.show({ drawer_id: 'c' })).archive_reason).toBe('as in erased');
    await palace.close();
    expect(filesHolding(folder, 'as in note-1')).toEqual([]);
  });

  it('leaves plans, summaries and logged searches of drawers whose IDs hold its own', async () => {
    const { palace } = await palaceOf(['note-1', 'note-10', 'note-11', 'note-12']);
    const { plan } = await palace.makePlan({ drawer_ids: ['note-10', 'note-11', 'note-12'] });
    await palace.applyPlan({ plan_id: plan.id, groups: ['g1'] });
    const summary = plan.groups[0]?.summary_drawer_id ?? '';
    const before = await palace.show({ drawer_id: summary });
    expect(await erase(palace, 'note-1')).toMatchObject({ plans: [], drawers: [{ drawer_id: 'note-1' }] });
    expect((await palace.plans({})).plans).toHaveLength(1);
    expect((await palace.show({ drawer_id: summary })).properties).toEqual(before.properties);
    await palace.close();
  });

  it.each(['n\\a', 'n"a', 'n\na', 'tab\ta', '1', 'decision', 'g1'])(
    '%j removes the plans that quote its text, and no other',
    async (id) => {
      const { palace, folder } = await palaceOf([id, 'b', 'c', 'x', 'y', 'z']);
      const { plan } = await palace.makePlan({ drawer_ids: [id, 'b', 'c'] });
      const { plan: other } = await palace.makePlan({ drawer_ids: ['x', 'y', 'z'] });
      expect((await erase(palace, id)).plans).toEqual([plan.id]);
      expect((await palace.plans({})).plans.map(({ id: left }) => left)).toEqual([other.id]);
      expect(filesHolding(folder, `${word}0`)).toEqual([]);
      await palace.close();
    },
  );

  it('removes the searches that returned it or name it', async () => {
    const { palace, folder } = await palaceOf(['n\\a', 'note-1', 'note-10']);
    await palace.search({ query: `where is note-1 in ${word}2`, k: 1 });
    await palace.search({ query: `where is note-10 in ${word}2`, k: 1 });
    await palace.search({ query: 'rotation race', k: 1, filter: { wing: ['w'] } });
    const reach = await erase(palace, 'note-1');
    await palace.close();
    expect(reach.queries).toBeGreaterThan(0);
    expect(filesHolding(folder, 'where is note-1 in')).toEqual([]);
    expect(filesHolding(folder, 'where is note-10 in')).not.toEqual([]);
  });
});
