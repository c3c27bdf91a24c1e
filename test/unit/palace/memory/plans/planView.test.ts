import { expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { oldLimits, planPalace } from '../../../../fixtures/palaces/planPalace.ts';

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
