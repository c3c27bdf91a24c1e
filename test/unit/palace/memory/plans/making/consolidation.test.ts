import { describe, expect, it } from 'vitest';
import { localReason } from '../../../../../../extension/palace/contract/search/localReason.ts';
import type { Palace } from '../../../../../../extension/palace/palace.ts';
import { oldLimits, planPalace, races3 } from '../../../../../fixtures/palaces/planPalace.ts';
import { openPalace, temporaryFolder } from '../../../../../fixtures/palaces/temporaryPalace.ts';
import { planOf, apply } from '../../../../../fixtures/planCalls.ts';

describe('consolidation', () => {
  it('groups issues, decisions and insights that say much the same; what is superseded is left to compaction', async () => {
    const { palace } = await planPalace();
    const { plan } = await palace.makePlan({});
    expect(plan?.groups.map(({ drawer_ids: members }) => members)).toEqual([races3]);
    expect(plan?.candidates[0]).toMatchObject({ drawer_id: 'race-a', action: 'consolidate', superseded_by: null });
    expect(plan?.candidates[0]?.reason).toMatch(/^alike=0\.\d\d > 0\.75 with 2 others, room=gateway\/notes$/);
    // A session's start and maintenance are told of the same groups.
    for (const { consolidation_candidates: told } of [
      await palace.sessionContext({}),
      await palace.maintain({ dry_run: true }),
    ]) {
      expect(told).toEqual([{ drawer_ids: races3, label: expect.stringContaining('3 similar notes') }]);
      // The editor shows it in the display language.
      expect(told.map(({ label }) => localReason(label, (text) => text))).toEqual([
        '{0} similar notes (alike {1}, room “{2}”)',
      ]);
    }
    // To be read is no reason against it.
    await palace.recordAccess({ drawer_ids: ['race-a'], session_id: 's', kind: 'opened' });
    expect(await apply(palace, plan?.id ?? '')).toMatchObject({ archived: races3, dropped: [] });
    await palace.close();
  });

  it('of drawers that somebody names takes the text they give, and refuses pinned, sensitive and unknown ones', async () => {
    const { palace } = await planPalace();
    const manual = (drawerIds: string[]) =>
      palace.makePlan({ drawer_ids: drawerIds, summaries: { g1: 'Both come by post: 40 of them.' } });
    const { plan } = await manual(['tide', 'race-a', 'tide']);
    expect(plan?.groups).toMatchObject([
      {
        drawer_ids: ['tide', 'race-a'],
        writer: 'caller',
        shared: { kind: 'asked' },
        left_out: [{ drawer_id: 'race-a', fact: '1' }],
      },
    ]);
    expect(await apply(palace, plan?.id ?? '')).toMatchObject({ archived: ['tide', 'race-a'] });
    await palace.update({ drawer_ids: ['race-b'], pinned: true });
    await palace.update({ drawer_ids: ['race-c'], sensitive: true });
    await expect(manual(['race-b', 'limit-a'])).rejects.toThrow('it is pinned');
    await expect(manual(['race-c', 'limit-a'])).rejects.toThrow('it is sensitive');
    await expect(manual(['tide', 'limit-a'])).rejects.toThrow('it is archived');
    await expect(manual(['none', 'limit-a'])).rejects.toThrow('no drawer none');
    await expect(manual(['limit-a'])).rejects.toThrow('at least two');
    await palace.close();
  });

  it('takes or leaves a long note as a whole, and says so', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const lamp = 'The lamp of the pier fails in fog because of the salt on its cable.';
    const saved = async (text: string) => (await palace.save({ text, type: 'insight' })).drawer_id ?? '';
    const short = [await saved(`${lamp} A`), await saved(`${lamp} B`), await saved(`${lamp} C`)];
    const long = await saved(
      `${`${lamp}\n`.repeat(30)}${'Berths are booked at dawn by the harbour office.\n'.repeat(150)}`,
    );
    const { drawer_ids: parts } = await palace.noteText({ drawer_id: long });
    await palace.noteChecks({ wait: true });
    const { plan } = await palace.makePlan({});
    const members = plan.groups.map(({ drawer_ids: ids }) => ids.toSorted());
    expect(members).toContainEqual(short.toSorted());
    expect(members.flat()).not.toContain(long);
    expect(plan.warnings).toEqual([expect.stringContaining('a note is summarized as a whole')]);

    const named = (await palace.makePlan({ drawer_ids: [short[0] ?? '', long] })).plan;
    expect(named.groups[0]?.drawer_ids.toSorted()).toEqual([short[0], ...parts].toSorted());
    expect(named.warnings).toEqual([
      `With ${parts.length - 1} other parts of the long notes named: a note is summarized as a whole.`,
    ]);
    const done = await apply(palace, named.id, { rejected_drawers: [parts[1]] });
    expect(done.archived).toEqual([]);
    expect(done.dropped.map(({ drawer_id: id, reason }) => [id, reason]).toSorted()).toEqual(
      parts
        .filter((part) => part !== parts[1])
        .map((part) => [part, 'another part of its note stays'])
        .toSorted(),
    );
    await palace.close();
  });

  it('makes no group of the parts of one long note, which are alike', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const text = 'The lamp of the pier fails in fog because of the salt on its cable.\n'.repeat(130);
    const { drawer_id: long } = await palace.save({ text, type: 'insight' });
    expect((await palace.noteText({ drawer_id: long ?? '' })).drawer_ids.length).toBeGreaterThan(3);
    await palace.noteChecks({ wait: true });
    expect((await palace.makePlan({})).plan).toMatchObject({ groups: [], warnings: [] });
    expect(await palace.sessionContext({ tokens: 4000 })).toMatchObject({ consolidation_candidates: [] });
    await palace.close();
  });

  it('files a summary that holds a secret as sensitive', async () => {
    const { palace } = await planPalace();
    const { plan } = await palace.makePlan({
      drawer_ids: races3,
      summaries: { g1: `password = "${'kV9x'}${'2mQp7LwZr4Ty'}"; see the race test` },
    });
    expect((await apply(palace, plan?.id ?? '')).summaries).toMatchObject([{ sensitive: true }]);
    await palace.close();
  });

  it('without vectors groups nothing, and says so', async () => {
    const { palace } = await planPalace();
    await palace.close();
    const folder = temporaryFolder();
    const empty = await openPalace({ folder });
    const { plan } = await empty.evaluatePlan({});
    expect(plan?.groups).toEqual([]);
    await empty.close();
  });
});

describe('a replay packet', () => {
  it('holds the plan that was made last, without any text of it, also after a reopening', async () => {
    const { palace, folder } = await planPalace();
    const packetOf = async (from: Palace) =>
      (await from.search({ query: 'harbour tables', replay: true })).replay_packet;
    expect(await packetOf(palace)).toMatchObject({
      compaction_candidates: [],
      compaction_plan: { groups: [], summary_count: 0 },
    });
    const plan = await planOf(palace);
    const packet = await packetOf(palace);
    expect(packet).toMatchObject({
      compaction_candidates: plan.candidates,
      compaction_plan: { plan_id: plan.id, summary_count: 1, groups: [{ group_id: 'g1', drawer_ids: oldLimits }] },
    });
    if (packet === undefined) throw new Error('No packet was written.');
    expect(JSON.stringify(packet['compaction_plan'])).not.toContain('bucket');
    expect(JSON.stringify((await palace.replay({ packet })).results)).toBe(
      JSON.stringify((await palace.search({ query: 'harbour tables' })).results),
    );
    await palace.close();
    const again = await openPalace({ folder });
    expect(await packetOf(again)).toMatchObject({ compaction_plan: { plan_id: plan.id } });
    await again.close();
  });
});
