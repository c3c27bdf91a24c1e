import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { oldLimits, planPalace, races3 } from '../../../../fixtures/palaces/planPalace.ts';
import { openPalace, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../../../fixtures/treeHash.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';
import { planOf, evaluated, apply } from '../../../../fixtures/planCalls.ts';

const restore = (palace: Palace, planId: string) => palace.undoPlan({ plan_id: planId });

const exported = async (palace: Palace): Promise<Readonly<Record<string, string>>> => {
  const folder = path.join(temporaryFolder(), 'export');
  await palace.exportPalace({ folder, format: 'jsonl', include_sensitive: true });
  return treeHash(folder);
};

const found = async (palace: Palace, query: string, more: object = {}) =>
  (await palace.search({ query, k: 20, ...more })).results;

const ids = (hits: readonly { drawer_id: string }[]): string[] => hits.map(({ drawer_id: id }) => id);

describe('applying a plan', () => {
  it('as a whole skips a group whose notes contradict each other, unless the group is named', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    for (const [i, hours] of [4, 8, 12].entries())
      await palace.save({
        text: `The berth lock of the harbour planner lasts ${hours} hours while a booking is made by an agent.`,
        type: 'insight',
        allow_duplicate: true,
        filed_at: `2026-02-0${i + 1}`,
      });
    await palace.noteChecks({ wait: true });
    const { plan } = await palace.makePlan({});
    expect(plan.groups).toMatchObject([{ group_id: 'g1', superseded_by: null, skipped: null }]);
    expect(plan.groups[0]?.contradictions).not.toEqual([]);
    const before = palace.revision();
    expect(await apply(palace, plan.id)).toMatchObject({
      archived: [],
      backup: null,
      skipped_groups: [{ group_id: 'g1', reason: expect.stringContaining('not “4”)') }],
    });
    // Nothing but the answer, kept for a repeated call.
    expect(palace.revision()).toBeLessThanOrEqual(before + 1);
    expect((await palace.evaluatePlan({ plan_id: plan.id })).plan.state).toBe('proposed');
    expect(await palace.applyPlan({ plan_id: plan.id, groups: ['g1'] })).toMatchObject({
      archived: { length: 3 },
      skipped_groups: [],
    });
    await palace.close();
  });

  it('shows the summary instead of its originals in searches, and lists these on request', async () => {
    const { palace } = await planPalace();
    const query = 'token endpoint requests bucket';
    expect(ids(await found(palace, query))).toEqual(expect.arrayContaining(oldLimits));
    const plan = await planOf(palace);
    const applied = await apply(palace, plan.id);
    const summary = plan.groups[0]?.summary_drawer_id ?? '';
    expect(applied).toMatchObject({
      archived: oldLimits,
      dropped: [],
      summaries: [{ drawer_id: summary, writer: 'extractive' }],
    });
    const after = await found(palace, query);
    expect(ids(after)).toContain(summary);
    for (const id of oldLimits) expect(ids(after)).not.toContain(id);
    expect(await palace.show({ drawer_id: 'limit-a' })).toMatchObject({
      archived: true,
      archive_reason: 'consolidated',
      consolidated_into: summary,
    });
    const shown = await palace.show({ drawer_id: summary });
    expect(shown).toMatchObject({
      type: 'summary',
      tier: 'working',
      superseded_by: 'limit-now',
      room: 'notes',
      wing: 'gateway',
      text: plan.groups[0]?.summary,
    });
    expect(JSON.parse(shown.properties['consolidates'] ?? '')).toEqual(oldLimits);
    const expanded = (await found(palace, query, { overrides: { include_consolidated_sources: true } })).find(
      ({ drawer_id: id }) => id === summary,
    );
    expect(expanded?.annotations).toContain(`Consolidates ${oldLimits.join(', ')}`);
    // With archived ones in scope, the summary still stands for them.
    expect(
      ids(await found(palace, query, { filter: { include_archived: true } })).filter((id) =>
        oldLimits.includes(id),
      ),
    ).toEqual([]);
    await palace.close();
  });

  it('and undoing it gives the same palace, byte for byte in an export', async () => {
    const { palace } = await planPalace();
    await palace.update({ drawer_ids: ['limit-b'], tags_add: ['auth'], importance: 0.9, tier: 'longterm' });
    await palace.update({ drawer_ids: ['race-a'], pinned: true });
    const before = await exported(palace);
    const plan = await planOf(palace);
    const applied = await apply(palace, plan.id, { rejected_drawers: ['limit-d'] });
    expect(applied.archived).toEqual(['limit-a', 'limit-b', 'limit-c']);
    expect(await exported(palace)).not.toEqual(before);
    expect(await restore(palace, plan.id)).toMatchObject({
      restored: ['limit-a', 'limit-b', 'limit-c'],
      removed_summaries: [applied.summaries[0]?.drawer_id],
      left: [],
    });
    expect(await exported(palace)).toEqual(before);
    expect(ids(await found(palace, 'token endpoint requests bucket'))).toEqual(expect.arrayContaining(oldLimits));
    await palace.close();
  });

  it('does not change vectors, also after reopening', async () => {
    const embedder = wordHashEmbedder();
    const { palace, folder } = await planPalace({ embedder });
    const plan = await planOf(palace);
    await apply(palace, plan.id);
    await palace.close();
    const again = await openPalace({ folder, embedder });
    const embedded = embedder.drawers.length;
    await restore(again, plan.id);
    for (const id of oldLimits)
      expect(await again.show({ drawer_id: id })).toMatchObject({
        has_vector: true,
        archived: false,
        consolidated_into: null,
      });
    expect(embedder.drawers.slice(embedded).some((text) => text.includes('token endpoint'))).toBe(false);
    await again.close();
  });

  it('archives, instead of removing, a summary that was opened in between', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    const { summaries } = await apply(palace, plan.id);
    const summary = summaries[0]?.drawer_id ?? '';
    await palace.recordAccess({ drawer_ids: [summary], session_id: 's', kind: 'opened' });
    expect(await restore(palace, plan.id)).toMatchObject({
      restored: oldLimits,
      removed_summaries: [],
      archived_summaries: [{ drawer_id: summary, reason: 'it was used or changed since' }],
    });
    expect(await palace.show({ drawer_id: summary })).toMatchObject({ archived: true });
    await palace.close();
  });

  it.each([
    ['short', 'The limits of the gateway, in other words.'],
    ['long', 'The limits of the gateway, in other words. '.repeat(200)],
  ])('archives the %s text that its summary was edited into, too', async (_, text) => {
    const { palace } = await planPalace();
    const live = async () => ids((await palace.list({})).drawers).sort();
    const before = await live();
    const plan = await planOf(palace);
    const summary = (await apply(palace, plan.id)).summaries[0]?.drawer_id ?? '';
    const once = await palace.editNote({ drawer_id: summary, text: 'The limits, said anew.' });
    const twice = await palace.editNote({ drawer_id: once.drawer_id, text });
    const undone = await restore(palace, plan.id);
    expect(undone).toMatchObject({ restored: oldLimits, removed_summaries: [], left: [] });
    expect(undone.archived_summaries.slice(0, 2)).toEqual([
      { drawer_id: summary, reason: 'it was used or changed since' },
      { drawer_id: twice.drawer_id, reason: `the summary ${summary} was edited into it` },
    ]);
    expect(await live()).toEqual(before);
    await palace.close();
  });

  it('skips and names drawers that have been read, pinned, made sensitive or restored since', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    await palace.recordAccess({ drawer_ids: ['limit-a'], session_id: 's', kind: 'opened' });
    await palace.update({ drawer_ids: ['limit-b'], pinned: true });
    expect((await evaluated(palace, plan.id))?.dropped.map(({ drawer_id: id, reason }) => [id, reason])).toEqual([
      ['limit-a', 'last accessed 0 days ago, not more than 30'],
      ['limit-b', 'it is pinned'],
    ]);
    const applied = await apply(palace, plan.id);
    expect(applied.archived).toEqual(['limit-c', 'limit-d']);
    expect(applied.dropped.map(({ drawer_id: id }) => id)).toEqual(['limit-a', 'limit-b']);
    // The extract was made anew, of what it stands for alone.
    const summary = await palace.show({ drawer_id: applied.summaries[0]?.drawer_id ?? '' });
    expect(summary.text).not.toContain('20 of them');
    expect(summary.text).not.toContain('AUTH_BURST_MAX');
    await palace.close();
  });

  it('skips a group whose summary may reveal a drawer that became sensitive, and no longer shows it', async () => {
    const { palace } = await planPalace();
    const { plan } = await palace.makePlan({
      drawer_ids: races3,
      summaries: { g1: 'The race test failed in run 88121.' },
    });
    await palace.update({ drawer_ids: ['race-b'], sensitive: true });
    const view = await evaluated(palace, plan?.id ?? '');
    expect(JSON.stringify(view?.groups)).not.toContain('88121');
    expect(JSON.stringify(view?.drawers)).not.toContain('88121');
    expect(await apply(palace, plan?.id ?? '')).toMatchObject({
      archived: [],
      skipped_groups: [{ group_id: 'g1' }],
    });
    await palace.close();
  });

  it('carries out only the approved groups, once, with the edited texts', async () => {
    const { palace } = await planPalace();
    await palace.update({ drawer_ids: races3, superseded_by: 'tide' });
    const plan = await planOf(palace);
    expect(plan.groups.map(({ drawer_ids: members }) => members)).toEqual([oldLimits, races3]);
    const applied = await apply(palace, plan.id, {
      groups: ['g2'],
      summaries: { g2: 'The race test failed about 1 run in 40.' },
    });
    expect(applied).toMatchObject({ archived: races3, summaries: [{ group_id: 'g2', writer: 'caller' }] });
    expect(applied.summaries[0]?.left_out.map(({ fact }) => fact)).toEqual(['88121', '9f3e1c7']);
    expect(await palace.show({ drawer_id: 'limit-a' })).toMatchObject({ archived: false });
    await expect(apply(palace, plan.id)).rejects.toThrow('applied already');
    expect((await palace.plans({})).plans).toMatchObject([
      { id: plan.id, state: 'applied', archived: 3, groups: 2 },
    ]);
    await palace.close();
  });

  it('makes a backup first, but only if there is something to do', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    await palace.update({ drawer_ids: oldLimits, pinned: true });
    expect(await apply(palace, plan.id)).toMatchObject({
      archived: [],
      backup: null,
      skipped_groups: [{ group_id: 'g1', reason: 'none of its drawers is left' }],
    });
    await palace.update({ drawer_ids: oldLimits, pinned: false });
    const { backup } = await apply(palace, plan.id);
    expect(
      readFileSync(backup ?? '')
        .subarray(0, 15)
        .toString(),
    ).toBe('SQLite format 3');
    await palace.close();
  });

  it('refuses unknown plans, groups and drawers, and empty summaries', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    await expect(apply(palace, 'plan-none')).rejects.toThrow('There is no plan plan-none');
    await expect(apply(palace, plan.id, { groups: ['g9'] })).rejects.toThrow('no group g9. Its groups are: g1.');
    await expect(apply(palace, plan.id, { summaries: { g1: '  ' } })).rejects.toThrow('empty');
    await expect(apply(palace, plan.id, { rejected_drawers: ['tide'] })).rejects.toThrow('not part of the plan');
    await expect(restore(palace, plan.id)).rejects.toThrow('never applied');
    await palace.close();
  });
});
