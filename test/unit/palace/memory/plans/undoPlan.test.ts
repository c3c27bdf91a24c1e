import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlanParts } from '../../../../../extension/palace/memory/plans/planParts.ts';
import { undoPlan } from '../../../../../extension/palace/memory/plans/undoPlan.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore, ReadQueries } from '../../../../../extension/palace/store/palaceStore.ts';
import { apply, planOf } from '../../../../fixtures/planCalls.ts';
import { oldLimits, planPalace, races3 } from '../../../../fixtures/palaces/planPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

const live = async (palace: Palace): Promise<string[]> =>
  (await palace.list({ limit: 100 })).drawers.map(({ drawer_id: id }) => id).sort();

const undo = (palace: Palace, planId: string) => palace.undoPlan({ plan_id: planId });

/** Makes and applies a plan for these drawers; gives its ID and its summary's. */
const summarise = async (palace: Palace, ids: readonly string[]) => {
  const { plan } = await palace.makePlan({ drawer_ids: [...ids] });
  const { summaries } = await apply(palace, plan.id);
  return { plan: plan.id, summary: summaries[0]?.drawer_id ?? '' };
};

describe('a plan whose summary is part of another one', () => {
  const edits = async (palace: Palace, id: string) =>
    (await palace.editNote({ drawer_id: id, text: 'The race test fails in the build, said anew.' })).drawer_id;
  const stays = async (_: Palace, id: string) => id;

  it.each([
    ['as it was filed', stays],
    ['edited', edits],
  ])('is undone for good: its summary, %s, does not come back with the plan of the other', async (_, change) => {
    const { palace } = await planPalace();
    const before = await live(palace);
    const first = await summarise(palace, races3);
    const text = await change(palace, first.summary);
    const second = await summarise(palace, [text, 'tide']);
    const undone = await undo(palace, first.plan);
    expect(undone.restored).toEqual(races3);
    expect(undone.archived_summaries.map(({ drawer_id: id }) => id)).toEqual(
      text === first.summary ? [text] : [first.summary, text],
    );
    const again = await undo(palace, second.plan);
    expect(again).toMatchObject({ restored: ['tide'], removed_summaries: [second.summary] });
    expect(again.left).toEqual([
      { drawer_id: text, reason: 'it was archived for another reason (consolidation_undone)' },
    ]);
    expect(await live(palace)).toEqual(before);
    await palace.close();
  });

  it('names that one, which stays until its own plan is undone', async () => {
    const { palace } = await planPalace();
    const first = await summarise(palace, races3);
    const second = await summarise(palace, [first.summary, 'tide']);
    expect((await undo(palace, first.plan)).archived_summaries).toEqual([
      { drawer_id: first.summary, reason: `it is part of the summary ${second.summary}, which stays` },
    ]);
    expect(await palace.show({ drawer_id: second.summary })).toMatchObject({ archived: false });
    await palace.close();
  });
});

it.each([
  ['removed', () => Promise.resolve()],
  [
    'archived, because somebody opened it',
    (palace: Palace, id: string) =>
      palace.recordAccess({ drawer_ids: [id], session_id: 's', kind: 'opened' }).then(() => undefined),
  ],
  [
    'archived, because somebody edited it',
    (palace: Palace, id: string) =>
      palace.editNote({ drawer_id: id, text: 'The race test fails in the build.' }).then(() => undefined),
  ],
])('a drawer that came back does not refer to an earlier summary that was %s', async (_, use) => {
  const { palace } = await planPalace();
  const first = await summarise(palace, races3);
  await use(palace, first.summary);
  await palace.restore({ drawer_ids: races3 });
  const second = await summarise(palace, races3);
  await undo(palace, first.plan);
  expect(await undo(palace, second.plan)).toMatchObject({ restored: races3, left: [] });
  for (const id of races3)
    expect(await palace.show({ drawer_id: id })).toMatchObject({ archived: false, consolidated_into: null });
  await palace.close();
});

it('a drawer that was back before the plan refers to its earlier summary again, whose plan still stands', async () => {
  const { palace } = await planPalace();
  const first = await summarise(palace, races3);
  await palace.restore({ drawer_ids: races3 });
  const second = await summarise(palace, races3);
  await undo(palace, second.plan);
  expect(await palace.show({ drawer_id: 'race-a' })).toMatchObject({
    archived: false,
    consolidated_into: first.summary,
  });
  await palace.close();
});

it('an original whose text its file no longer has stays archived, and comes back with the text', async () => {
  const { palace } = await planPalace();
  const root = temporaryFolder();
  const mine = async (text: string) => {
    writeFileSync(path.join(root, 'retry.md'), text);
    await palace.mine({ folders: [{ path: root, name: 'gateway' }] });
  };
  const texts = async () =>
    (await palace.list({ limit: 100 })).drawers.flatMap(({ source_file: file, drawer_id: id }) =>
      file === 'retry.md' ? [id] : [],
    );
  await mine('Failed calls are retried three times.\n');
  const [old = ''] = await texts();
  const { plan } = await summarise(palace, [old, 'tide']);
  await mine('Failed calls are never retried.\n');
  const after = await texts();
  expect(await undo(palace, plan)).toMatchObject({
    restored: ['tide'],
    left: [{ drawer_id: old, reason: 'it was archived for another reason (source_changed)' }],
  });
  expect(await texts()).toEqual(after);
  await mine('Failed calls are retried three times.\n');
  expect(await texts()).toEqual([old]);
  await palace.close();
});

it('a plan of many groups is undone with one look at who refers to their summaries', async () => {
  const { palace, folder } = await planPalace();
  await palace.update({ drawer_ids: races3, superseded_by: 'tide' });
  const plan = await planOf(palace);
  expect(plan.groups).toHaveLength(2);
  await apply(palace, plan.id);
  await palace.close();
  const store = await openPalaceStore({ folder, sqliteWasm });
  let looks = 0;
  const counted: PalaceStore['write'] = (work) =>
    store.write((transaction) => {
      const read = Object.fromEntries(
        Object.entries(transaction.read).map(([name, query]: [string, unknown]) => [
          name,
          typeof query !== 'function' || !name.startsWith('drawersPointing')
            ? query
            : (...values: readonly unknown[]): unknown => {
                looks += 1;
                return (query as (...given: readonly unknown[]) => unknown)(...values);
              },
        ]),
      ) as unknown as ReadQueries;
      return work({ ...transaction, read });
    });
  const parts = { store: { write: counted }, now: () => Date.now() } as unknown as PlanParts;
  const undone = await undoPlan(plan.id, parts);
  expect(undone.restored).toEqual([...oldLimits, ...races3]);
  expect(undone.removed_summaries).toHaveLength(2);
  expect(looks).toBe(1);
  await store.close();
});
