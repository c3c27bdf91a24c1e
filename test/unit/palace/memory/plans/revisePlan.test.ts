import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import type { OwnerEvent } from '../../../../../extension/palace/contract/ownerEvents.ts';
import { planPalace, races3 } from '../../../../fixtures/palaces/planPalace.ts';

const kept = async (palace: Palace) => {
  const { plan } = await palace.makePlan({ drawer_ids: races3 });
  if (plan === null) throw new Error('No plan was made.');
  return plan;
};
const written = 'The rotation race test fails about 1 run in 40.';

describe('a saved plan with revised summaries', () => {
  it('says who wrote them and what they leave out, and keeps its ID', async () => {
    const { palace } = await planPalace();
    const {
      id,
      groups: [before],
    } = await kept(palace);
    const { revision } = (await palace.status({})).palace;
    const { plan } = await palace.revisePlan({
      plan_id: id,
      summaries: { g1: written },
      summary_writer: 'language_model',
    });
    expect(plan).toMatchObject({
      id,
      state: 'proposed',
      groups: [
        {
          group_id: 'g1',
          summary: written,
          writer: 'language_model',
          references: [],
          characters_after: written.length,
          summary_drawer_id: before?.summary_drawer_id,
        },
      ],
    });
    expect(plan?.groups[0]?.left_out.map(({ fact }) => fact)).toEqual(['88121', '9f3e1c7']);
    expect((await palace.evaluatePlan({ plan_id: id })).plan?.groups).toEqual(plan?.groups);
    expect((await palace.plans({})).plans).toHaveLength(1);
    expect((await palace.status({})).palace.revision).toBe(revision);
    const applied = await palace.applyPlan({ plan_id: id });
    expect(applied?.summaries).toMatchObject([{ writer: 'language_model' }]);
    expect((await palace.show({ drawer_id: before?.summary_drawer_id ?? '' })).properties['summary_writer']).toBe(
      'language_model',
    );
    await palace.close();
  });

  it('is credited to the caller, unless somebody else is named', async () => {
    const { palace } = await planPalace();
    const { id } = await kept(palace);
    expect((await palace.revisePlan({ plan_id: id, summaries: { g1: written } })).plan?.groups[0]?.writer).toBe(
      'caller',
    );
    await palace.revisePlan({
      plan_id: id,
      summaries: { g1: `${written} So it does.` },
      summary_writer: 'language_model',
    });
    expect(
      (await palace.applyPlan({ plan_id: id, summaries: { g1: 'A person wrote this: 88121.' } })).summaries,
    ).toMatchObject([{ writer: 'caller' }]);
    await palace.close();
  });

  it('is not changed if a summary is invalid', async () => {
    const { palace } = await planPalace();
    const plan = await kept(palace);
    for (const [group, text] of [
      ['g7', written],
      ['g1', ' '],
      ['g1', 'x'.repeat(8001)],
    ] as const)
      await expect(palace.revisePlan({ plan_id: plan.id, summaries: { [group]: text } })).rejects.toMatchObject({
        code: 'E_PLAN',
      });
    await palace.update({ drawer_ids: ['race-b'], sensitive: true });
    await expect(palace.revisePlan({ plan_id: plan.id, summaries: { g1: written } })).rejects.toMatchObject({
      code: 'E_PLAN',
    });
    await palace.update({ drawer_ids: ['race-b'], sensitive: false });
    expect((await palace.evaluatePlan({ plan_id: plan.id })).plan?.groups).toEqual(plan.groups);
    await palace.applyPlan({ plan_id: plan.id });
    await expect(palace.revisePlan({ plan_id: plan.id, summaries: { g1: written } })).rejects.toMatchObject({
      code: 'E_PLAN',
    });
    await palace.close();
  });
});

it('every change of a plan is announced to clients, although the palace’s revision stays', async () => {
  const events: OwnerEvent[] = [];
  const { palace } = await planPalace({ onEvent: (event) => void events.push(event) });
  const heard = async (): Promise<void> => {
    await expect.poll(() => events.some(({ kind }) => kind === 'changed')).toBe(true);
    events.length = 0;
  };
  await heard();
  await new Promise((resolve) => setTimeout(resolve, 600));
  events.length = 0;
  const { id } = await kept(palace);
  await heard();
  await palace.revisePlan({ plan_id: id, summaries: { g1: written } });
  await heard();
  await palace.close();
});

it('a plan names the places of secrets that a person unmarked, so that they are masked when sent', async () => {
  const { palace } = await planPalace();
  const secret = ['Xw9LpB4n', 'T8rQz', 'Vk2'].join('');
  const text = `The login of the gateway fails.\nDB_PASSWORD=${secret}\n`;
  const id = (await palace.save({ text, type: 'issue', wing: 'gateway', room: 'notes' })).drawer_id ?? '';
  await palace.update({ drawer_ids: [id], sensitive: false });
  const { plan } = await palace.evaluatePlan({ drawer_ids: [...races3, id] });
  const drawer = plan?.drawers.find(({ drawer_id: found }) => found === id);
  expect(drawer?.secret_spans?.map(({ start, end }) => text.slice(start, end))).toEqual([secret]);
  expect(plan?.drawers.filter(({ secret_spans: spans }) => spans !== undefined)).toHaveLength(1);
  await palace.close();
});
