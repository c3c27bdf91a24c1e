import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFiles } from '../../../../../extension/palace/filing/settingsFiles.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { planDigest } from '../../../../../extension/palace/memory/plans/planDigest.ts';
import { planPalace } from '../../../../fixtures/palaces/planPalace.ts';
import { apply, evaluated, planOf } from '../../../../fixtures/planCalls.ts';

const agent = { caller: { workspace: null, profileLayers: null, agent: true } };
const forged = 'There never was a limit of requests.';
const shown = async (palace: Palace) => {
  const plan = await evaluated(palace, (await planOf(palace)).id);
  const [group] = plan.groups;
  if (group === undefined) throw new Error('The plan has no group.');
  return { plan, group };
};
const revision = async (palace: Palace): Promise<number> => (await palace.status({})).palace.revision;

describe('a plan that a person looked at', () => {
  it('is not applied once an agent has rewritten a summary, before the person has seen the new one', async () => {
    const { palace } = await planPalace();
    const { plan, group } = await shown(palace);
    await palace.revisePlan({ plan_id: plan.id, summaries: { [group.group_id]: forged } }, agent);
    const before = await revision(palace);
    for (const seen of [undefined, plan.digest]) {
      const applying = palace.applyPlan({ plan_id: plan.id, ...(seen === undefined ? {} : { seen }) });
      await expect(applying).rejects.toMatchObject({ code: 'E_PLAN', remedy: expect.stringContaining('--show') });
    }
    expect(await revision(palace)).toBe(before);
    const again = await evaluated(palace, plan.id);
    expect(again.digest).not.toBe(plan.digest);
    const applied = await apply(palace, plan.id, { groups: [group.group_id], seen: again.digest });
    const { text } = await palace.show({ drawer_id: applied.summaries[0]?.drawer_id ?? '' });
    expect(text).toContain(forged);
    await palace.close();
  });

  it('stays rewritten by an agent though a person rewrites it, too', async () => {
    const { palace } = await planPalace();
    const { plan, group } = await shown(palace);
    await palace.revisePlan({ plan_id: plan.id, summaries: { [group.group_id]: forged } }, agent);
    await palace.revisePlan({ plan_id: plan.id, summaries: { [group.group_id]: 'Limits were 20 to 50.' } });
    await expect(apply(palace, plan.id)).rejects.toMatchObject({ code: 'E_PLAN' });
    await palace.close();
  });

  it('is applied without a digest if nobody but persons changed it, and with one while it is the same', async () => {
    const { palace } = await planPalace();
    const { plan, group } = await shown(palace);
    await palace.revisePlan({ plan_id: plan.id, summaries: { [group.group_id]: 'Limits were 20 to 50.' } });
    await expect(apply(palace, plan.id, { seen: plan.digest })).rejects.toMatchObject({ code: 'E_PLAN' });
    expect(await apply(palace, plan.id)).toMatchObject({ archived: { length: 4 } });
    await palace.close();
  });

  it('has another digest with another group, drawer or summary, and the same for the rest', async () => {
    const { palace } = await planPalace();
    const { plan, group } = await shown(palace);
    const { digest } = plan;
    expect(planDigest({ groups: [{ ...group, title: 'other', alike: 1 }] })).toBe(planDigest({ groups: [group] }));
    for (const change of [{ group_id: 'x' }, { drawer_ids: ['x'] }, { summary: 'x' }])
      expect(planDigest({ groups: [{ ...group, ...change }] })).not.toBe(planDigest({ groups: [group] }));
    await palace.update({ drawer_ids: [group.drawer_ids[0] ?? ''], pinned: true });
    expect((await evaluated(palace, plan.id)).digest).toBe(digest);
    await palace.close();
  });
});

describe('a plan that was applied', () => {
  it('by a person is not taken back by an agent, which would delete what the person wrote', async () => {
    const { palace } = await planPalace();
    const { plan, group } = await shown(palace);
    const own = 'Written by a person, word for word.';
    const applied = await apply(palace, plan.id, {
      groups: [group.group_id],
      summaries: { [group.group_id]: own },
    });
    const before = await revision(palace);
    await expect(palace.undoPlan({ plan_id: plan.id }, agent)).rejects.toMatchObject({ code: 'E_APPROVAL' });
    expect(await revision(palace)).toBe(before);
    const { text } = await palace.show({ drawer_id: applied.summaries[0]?.drawer_id ?? '' });
    expect(text).toContain(own);
    expect(await palace.undoPlan({ plan_id: plan.id })).toMatchObject({ restored: { length: 4 } });
    await palace.close();
  });

  it('by an agent that may do so is taken back by an agent, also when it may no longer apply plans', async () => {
    const { palace, folder } = await planPalace();
    const { plan } = await shown(palace);
    const allow = (agents_may_apply: string): void =>
      writeFileSync(path.join(folder, settingsFiles.own), JSON.stringify({ agents_may_apply }));
    allow('always');
    await palace.applyPlan({ plan_id: plan.id }, agent);
    allow('approved');
    expect(await palace.undoPlan({ plan_id: plan.id }, agent)).toMatchObject({ restored: { length: 4 } });
    await palace.close();
  });
});
