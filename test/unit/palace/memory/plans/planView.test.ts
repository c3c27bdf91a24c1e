import { expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { oldLimits, planPalace } from '../../../../fixtures/palaces/planPalace.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

const kept = async (palace: Palace): Promise<string> => (await palace.compact({})).plan?.id ?? '';
const evaluated = async (palace: Palace, planId: string, decided: object = {}) => {
  const { plan } = await palace.evaluatePlan({ plan_id: planId, ...decided });
  if (plan === null) throw new Error('There is no plan.');
  return plan;
};
const applied = (palace: Palace, planId: string, decided: object = {}) =>
  palace.applyPlan({ plan_id: planId, ...decided });

it.each([
  ['nothing decided', {}],
  ['a drawer rejected', { rejected_drawers: ['limit-b'] }],
  [
    'an own text, and a drawer rejected',
    { rejected_drawers: ['limit-a'], summaries: { g1: 'About 30 to 50 requests a minute.' } },
  ],
])('evaluating a plan with decisions shows exactly the summary that applying it files: %s', async (_, decided) => {
  const { palace } = await planPalace();
  const id = await kept(palace);
  const [group] = (await evaluated(palace, id, decided)).groups;
  const report = await applied(palace, id, decided);
  const [filed] = report?.summaries ?? [];
  expect(group).toMatchObject({
    skipped: null,
    summary: (await palace.show({ drawer_id: filed?.drawer_id ?? '' })).text,
    writer: filed?.writer,
    left_out: filed?.left_out,
  });
  expect((group?.characters_before ?? 0) - (group?.characters_after ?? 0)).toBe(report?.characters_saved);
  await palace.close();
});

it('an evaluation does not save its decisions', async () => {
  const { palace } = await planPalace();
  const id = await kept(palace);
  const before = await evaluated(palace, id);
  await evaluated(palace, id, { rejected_drawers: oldLimits, summaries: { g1: 'other' } });
  expect(await evaluated(palace, id)).toEqual(before);
  expect(before.revision_now).toBe(before.palace_revision);
  await palace.close();
});

it('an extract is shown without the sentences of excluded drawers, and a group that became too small says so', async () => {
  const { palace } = await planPalace();
  const id = await kept(palace);
  await palace.update({ drawer_ids: ['limit-b'], sensitive: true });
  const plan = await evaluated(palace, id);
  expect(plan.dropped.map(({ drawer_id: drawer }) => drawer)).toEqual(['limit-b']);
  expect(JSON.stringify(plan)).not.toContain('AUTH_BURST_MAX');
  expect(plan.groups[0]).toMatchObject({ skipped: null, title: 'g1' });
  expect(plan.groups[0]?.summary).not.toBe('');
  expect((await evaluated(palace, id, { rejected_drawers: ['limit-a', 'limit-c'] })).groups[0]?.skipped).toBe(
    'only one of its drawers is left',
  );
  await palace.close();
});

it('a plan names what replaces each drawer and, once applied, what was done', async () => {
  const { palace } = await planPalace();
  const id = await kept(palace);
  const plan = await evaluated(palace, id);
  expect(plan.applied).toBeNull();
  for (const { replaced_by: by } of plan.drawers) expect(by).toMatchObject({ drawer_id: 'limit-now' });
  await applied(palace, id, { rejected_drawers: ['limit-d'], summaries: { g1: 'In my own words.' } });
  expect(await evaluated(palace, id)).toMatchObject({
    state: 'applied',
    dropped: [],
    applied: {
      rejected: ['limit-d'],
      groups: [
        {
          group_id: 'g1',
          archived: ['limit-a', 'limit-b', 'limit-c'],
          summary: expect.stringMatching(/^\[Replaced by limit-now of 2026-02-27: .*\]\nIn my own words\.$/),
          writer: 'caller',
        },
      ],
    },
  });
  await palace.close();
});

/** A kept plan of one group: the first of its four notes says another number than the others. */
const contradicting = async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  const lock = 'The berth lock of the harbour planner lasts';
  const notes: string[] = [];
  for (const [i, text] of [
    `${lock} 4 hours while a booking is made.`,
    `${lock} 8 hours while a booking is made.`,
    `${lock} 8 hours while a booking is made. Mind the tide.`,
    `${lock} 8 hours while a booking is made. See the board.`,
  ].entries())
    notes.push(
      (await palace.save({ text, type: 'insight', filed_at: `2026-02-0${i + 1}`, allow_duplicate: true }))
        .drawer_id ?? '',
    );
  await palace.noteChecks({ wait: true });
  const { plan } = await palace.makePlan({});
  expect(plan.groups).toMatchObject([{ drawer_ids: notes, superseded_by: null }]);
  return { palace, planId: plan.id, notes };
};

const nobody = async () => undefined;

it.each<[string, (palace: Palace, first: string) => Promise<unknown>, (first: string) => object]>([
  ['nothing decided', nobody, () => ({})],
  ['its group named', nobody, () => ({ groups: ['g1'] })],
  ['no group at all', nobody, () => ({ groups: [] })],
  ['one side rejected', nobody, (first) => ({ rejected_drawers: [first] })],
  ['an own text', nobody, () => ({ summaries: { g1: 'It lasts 8 hours.' } })],
  // What is held back was decided when the plan was made, whatever dropped out since.
  ['one side dropped out', (palace, first) => palace.update({ drawer_ids: [first], pinned: true }), () => ({})],
])('a plan that is tried shows what applying it then does: %s', async (_, meanwhile, decided) => {
  const { palace, planId, notes } = await contradicting();
  const [first = ''] = notes;
  await meanwhile(palace, first);
  const tried = await evaluated(palace, planId, { ...decided(first), applying: true });
  const report = await applied(palace, planId, decided(first));
  expect(tried).toMatchObject({
    would_archive: report.archived.length,
    would_create_summaries: report.summaries.length,
    summary_count: report.summaries.length,
    dropped: report.dropped,
  });
  expect(
    tried.groups.flatMap(({ group_id, skipped }) => (skipped === null ? [] : [{ group_id, reason: skipped }])),
  ).toEqual(report.skipped_groups);
  expect(tried.groups.filter(({ skipped }) => skipped === null).map(({ group_id: id }) => id)).toEqual(
    report.summaries.map(({ group_id: id }) => id),
  );
  await palace.close();
});

it('a group that is held back quotes no drawer that became sensitive', async () => {
  const { palace, planId, notes } = await contradicting();
  await palace.update({ drawer_ids: notes.slice(0, 1), sensitive: true });
  const tried = await evaluated(palace, planId, { applying: true });
  const { skipped_groups: skipped } = await applied(palace, planId);
  const reason = 'its notes contradict each other; it is applied only if it is approved by name';
  expect(skipped).toEqual([{ group_id: 'g1', reason }]);
  expect(tried.groups).toMatchObject([{ group_id: 'g1', skipped: reason, contradictions: [] }]);
  await palace.close();
});

it('trying a plan is refused where applying it is, and writes nothing', async () => {
  const { palace } = await planPalace();
  const id = await kept(palace);
  const before = palace.revision();
  for (const [decided, refused] of [
    [{ seen: 'another' }, 'was changed since it was shown'],
    [{ groups: ['g9'] }, 'g9'],
    [{ rejected_drawers: ['tide'] }, 'not part of the plan'],
  ] as const)
    await expect(evaluated(palace, id, { ...decided, applying: true })).rejects.toThrow(refused);
  expect(palace.revision()).toBe(before);
  await applied(palace, id);
  await expect(evaluated(palace, id, { applying: true })).rejects.toThrow('applied already');
  await palace.close();
});
