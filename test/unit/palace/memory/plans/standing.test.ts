import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { apply, evaluated, planOf } from '../../../../fixtures/planCalls.ts';
import { oldLimits, planPalace } from '../../../../fixtures/palaces/planPalace.ts';

/** Puts the note that replaced the old limits into a summary with another; gives the summary's ID. */
const summarised = async (palace: Palace): Promise<string> => {
  const { drawer_id: bursts } = await palace.save({
    text: 'Bursts at the token endpoint are allowed for ten seconds.',
    type: 'decision',
  });
  const { plan } = await palace.makePlan({ drawer_ids: ['limit-now', bursts ?? ''] });
  return (await apply(palace, plan.id)).summaries[0]?.drawer_id ?? '';
};

describe('what a note replaced, once the note is part of a summary,', () => {
  it('is replaced by the summary, and counts as current only while nothing stands for the note', async () => {
    const { palace } = await planPalace();
    const summary = await summarised(palace);
    const replacements = async () => {
      const { results } = await palace.search({ query: 'token endpoint requests bucket', k: 20 });
      return oldLimits.map(
        (old) => results.find(({ drawer_id: id }) => id === old)?.replaced_by?.drawer_id ?? null,
      );
    };
    expect(await replacements()).toEqual(oldLimits.map(() => summary));
    await palace.update({ drawer_ids: [summary], archived: true });
    expect(await replacements()).toEqual(oldLimits.map(() => null));
    await palace.close();
  });

  it('is compacted under the summary, also by a plan that was made before', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    const summary = await summarised(palace);
    const { archived, dropped, summaries } = await apply(palace, plan.id);
    expect([archived, dropped]).toEqual([oldLimits, []]);
    const { superseded_by: by, text } = await palace.show({ drawer_id: summaries[0]?.drawer_id ?? '' });
    expect(by).toBe(summary);
    expect(text).toContain(`[Replaced by ${summary} of `);
    await palace.close();
  });
});

it('an edited summary of replaced notes stays below what replaced them', async () => {
  const { palace } = await planPalace();
  const plan = await planOf(palace);
  const summary = (await apply(palace, plan.id)).summaries[0]?.drawer_id ?? '';
  const { drawer_id: edited } = await palace.editNote({
    drawer_id: summary,
    text: 'The token endpoint allowed 20 to 50 requests, held by a bucket.',
  });
  const { results } = await palace.search({ query: 'token endpoint requests bucket', k: 20 });
  const places = ['limit-now', edited].map((id) => results.findIndex((hit) => hit.drawer_id === id));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(results[places[1] ?? -1]?.replaced_by).toMatchObject({ drawer_id: 'limit-now', marked: true });
  await palace.close();
});

describe('what an archived note replaced', () => {
  it('is current again for plans, as for a search', async () => {
    const { palace } = await planPalace();
    const waiting = await planOf(palace);
    await palace.update({ drawer_ids: ['limit-now'], archived: true });
    expect((await planOf(palace)).candidates).toEqual([]);
    expect(waiting.would_archive).toBe(oldLimits.length);
    const { dropped, would_archive: left } = await evaluated(palace, waiting.id);
    expect([dropped.map(({ reason }) => reason), left]).toEqual([oldLimits.map(() => 'nothing supersedes it'), 0]);
    const { archived } = await apply(palace, waiting.id);
    expect(archived).toEqual([]);
    await palace.close();
  });

  it('can be consolidated as what is valid', async () => {
    const { palace } = await planPalace();
    await palace.update({ drawer_ids: ['limit-now'], archived: true });
    const { plan } = await palace.evaluatePlan({});
    const group = plan.groups.find(({ drawer_ids: ids }) => ids.includes('limit-a'));
    expect(group).toMatchObject({ drawer_ids: oldLimits, superseded_by: null });
    const { plan: byHand } = await palace.makePlan({ drawer_ids: ['limit-a', 'tide'] });
    expect(byHand.groups[0]).toMatchObject({ superseded_by: null });
    expect(byHand.groups[0]?.summary).not.toContain('[Replaced by');
    await palace.close();
  });
});
