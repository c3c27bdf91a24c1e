import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId, isoTime } from '../../../../../extension/palace/model/ids.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import type { HookContexts } from '../../../../../extension/palace/retrieval/query/pipelineHooks.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import { oldLimits, planPalace, races3 } from '../../../../fixtures/planPalace.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../../fixtures/temporaryPalace.ts';
import { treeHash } from '../../../../fixtures/treeHash.ts';
import { wordHashEmbedder } from '../../../../fixtures/wordHashEmbedder.ts';

const planOf = async (palace: Palace, overrides: Record<string, unknown> = {}) => {
  const { plan } = await palace.compact({ overrides });
  if (plan === null) throw new Error('No plan was made.');
  return plan;
};
const evaluated = async (palace: Palace, planId: string) => (await palace.evaluatePlan({ plan_id: planId })).plan;
const apply = (palace: Palace, planId: string, rest: object = {}) =>
  palace.applyPlan({ plan_id: planId, ...rest });
const restore = (palace: Palace, planId: string) => palace.undoPlan({ plan_id: planId });
const exported = async (palace: Palace): Promise<Readonly<Record<string, string>>> => {
  const folder = path.join(temporaryFolder(), 'export');
  await palace.exportPalace({ folder, format: 'jsonl', include_sensitive: true });
  return treeHash(folder);
};
/** Every file but the cache of the lexical index, which is saved when it suits. */
const storeBytes = (folder: string) =>
  Object.fromEntries(Object.entries(treeHash(folder)).filter(([name]) => !name.startsWith('lexical.idx')));
const found = async (palace: Palace, query: string, more: object = {}) =>
  (await palace.search({ query, k: 20, ...more })).results;
const ids = (hits: readonly { drawer_id: string }[]): string[] => hits.map(({ drawer_id: id }) => id);

describe('a dry run of compaction', () => {
  it('writes nothing: every byte of the folder and the revision stay', async () => {
    const { palace, folder } = await planPalace();
    await palace.recordAccess({ drawer_ids: ['tide'], session_id: 's', kind: 'opened' });
    const [
      before,
      {
        palace: { revision },
      },
    ] = [storeBytes(folder), await palace.status({})];
    const report = await palace.compact({ dry_run: true, candidate_trace: true });
    await palace.evaluatePlan({});
    await palace.evaluatePlan({ drawer_ids: races3 });
    expect(report.plan?.groups).toHaveLength(1);
    expect(storeBytes(folder)).toEqual(before);
    expect((await palace.status({})).palace.revision).toBe(revision);
    expect((await palace.plans({})).plans).toEqual([]);
    await palace.close();
  });

  it('tells each candidate with its justification, and how long each step took', async () => {
    const { palace } = await planPalace();
    const {
      plan,
      candidate_trace: trace,
      phase_timing_ms: timing,
    } = await palace.compact({ dry_run: true, candidate_trace: true });
    expect(trace).toEqual(plan?.candidates);
    expect(trace?.map(({ drawer_id: id }) => id)).toEqual(oldLimits);
    expect(trace?.[0]).toMatchObject({
      action: 'compact',
      reason: 'ltp=0.00 < 0.3, superseded_by=limit-now, last_accessed=181 days ago',
      superseded_by: 'limit-now',
      days_since_access: 181,
      consolidated_into: plan?.groups[0]?.summary_drawer_id,
    });
    expect(Object.keys(timing.adaptive_compaction ?? {}).sort()).toEqual([
      'consolidation_plan_ms',
      'ltp_scan_ms',
      'supersede_check_ms',
      'total_ms',
    ]);
    expect(plan).toMatchObject({
      state: 'transient',
      summary_count: 1,
      would_archive: 4,
      would_create_summaries: 1,
    });
    await palace.close();
  });

  it('tells what a review needs: texts, what is shared, how alike, what the summary leaves out', async () => {
    const { palace } = await planPalace();
    const { plan } = await palace.compact({ dry_run: true });
    const [group] = plan?.groups ?? [];
    expect(group).toMatchObject({
      drawer_ids: oldLimits,
      shared: { kind: 'room', name: 'gateway/notes' },
      writer: 'extractive',
      room: 'notes',
    });
    expect(group?.alike).toBeGreaterThan(0.75);
    expect(plan?.drawers.map(({ drawer_id: id }) => id)).toEqual(oldLimits);
    for (const { drawer_id: id, fact } of group?.left_out ?? []) {
      expect(plan?.drawers.find((drawer) => drawer.drawer_id === id)?.text).toContain(fact);
      expect(group?.summary.split(/\s/)).not.toContain(fact);
    }
    expect(group?.left_out.length).toBeGreaterThan(0);
    for (const { start, end, drawer_id: id } of group?.references ?? [])
      expect(plan?.drawers.find((drawer) => drawer.drawer_id === id)?.text).toContain(
        group?.summary.slice(start, end),
      );
    await palace.close();
  });

  it('is told to the hook, which names only drawers below the threshold that are superseded', async () => {
    const { palace } = await planPalace();
    const heard: HookContexts['post_compaction_plan'][] = [];
    palace.registerHook('post_compaction_plan', (context) => heard.push(context));
    await palace.compact({ dry_run: true, overrides: { decay_enabled: true } });
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ would_archive: 4, would_create_summaries: 1 });
    expect(heard[0]?.candidates.length).toBe(4);
    for (const candidate of heard[0]?.candidates ?? [])
      expect(candidate).toMatchObject({ is_superseded: true, ltp_score: 0 });
    await palace.close();
  });
});

describe('what is a candidate', () => {
  it('a note that a newer one nearly repeats, without any mark; never a pinned, a sensitive or a fresh one', async () => {
    const { palace } = await planPalace();
    await palace.update({ drawer_ids: oldLimits, superseded_by: null });
    expect((await planOf(palace)).candidates.map(({ superseded_by: by, drawer_id: id }) => [id, by])).toEqual(
      oldLimits.map((id) => [id, 'limit-now']),
    );
    await palace.update({ drawer_ids: ['limit-a'], pinned: true });
    await palace.update({ drawer_ids: ['limit-b'], sensitive: true });
    await palace.recordAccess({ drawer_ids: ['limit-c'], session_id: 's', kind: 'opened' });
    expect((await planOf(palace)).candidates.map(({ drawer_id: id }) => id)).toEqual(['limit-d']);
    await palace.close();
  });

  it('a drawer of use above the threshold is none, until the forgetting curve has it below', async () => {
    const { palace, folder } = await planPalace();
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm });
    const rowid = store.read.drawerById(drawerId('limit-a'))?.rowid ?? 0;
    for (const sessionId of ['s1', 's2', 's3'])
      await store.write((transaction) =>
        transaction.recordAccess([{ rowid, sessionId, kind: 'opened', at: isoTime('2025-12-01') }]),
      );
    await store.close();
    const again = await openPalace({ folder });
    const candidate = async (overrides: Record<string, unknown>) =>
      (
        await again.compact({ dry_run: true, overrides: { ltp_window_days: 365, ...overrides } })
      ).plan?.candidates.find(({ drawer_id: id }) => id === 'limit-a');
    expect(await candidate({})).toBeUndefined();
    expect(await candidate({ compaction_threshold: 0.5 })).toMatchObject({
      days_since_access: 90,
      reason: 'ltp=0.42 < 0.5, superseded_by=limit-now, last_accessed=90 days ago',
    });
    expect(await candidate({ decay_enabled: true })).toMatchObject({
      reason: 'decayed_ltp=0.17 < 0.3, superseded_by=limit-now, last_accessed=90 days ago',
    });
    // Outside the window it has no use at all.
    expect(await candidate({ ltp_window_days: 30 })).toMatchObject({ ltp_score: 0 });
    await again.close();
  });

  it('is not one for 30 days after a person rejected it', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    const applied = await apply(palace, plan.id, { groups: [], rejected_drawers: ['limit-a'] });
    expect(applied).toMatchObject({ archived: [], rejected: ['limit-a'], backup: null });
    expect((await planOf(palace)).candidates.map(({ drawer_id: id }) => id)).toEqual([
      'limit-b',
      'limit-c',
      'limit-d',
    ]);
    expect((await evaluated(palace, plan.id))?.dropped).toEqual([
      {
        drawer_id: 'limit-a',
        group_id: 'g1',
        reason: 'it was rejected on 2026-03-01 and is not proposed again for 30 days',
      },
    ]);
    await palace.close();
  });

  it('is made only when the context is over 80 % full and adaptive compaction is on, where usage is reported', async () => {
    const { palace } = await planPalace();
    const ask = (used: number, adaptive: boolean, dryRun = false) =>
      palace.compact({
        context_used: used,
        context_max: 200_000,
        dry_run: dryRun,
        overrides: { adaptive_compaction: adaptive },
      });
    expect((await ask(160_000, true)).plan).toBeNull();
    expect((await ask(160_001, false)).plan).toBeNull();
    expect((await ask(160_001, true)).plan).toMatchObject({
      state: 'proposed',
      context: { used: 160_001, max: 200_000 },
    });
    expect((await ask(160_001, false, true)).plan).toMatchObject({ state: 'transient' });
    await expect(palace.compact({ context_used: 1 })).rejects.toThrow('belong together');
    await palace.close();
  });
});

describe('applying a plan', () => {
  it('puts the summary in the place of its originals in search, and names them where sources are wanted', async () => {
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
      tier: 'longterm',
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

  it('and restoring it gives the very same palace: an export is equal byte for byte', async () => {
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

  it('leaves the vectors as they were, through a reopening', async () => {
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

  it('drops and names what no longer qualifies: read, pinned, made sensitive, no longer superseded since', async () => {
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

  it('skips a group whose written summary may tell of a drawer that became sensitive, and shows it no more', async () => {
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

  it('carries out the approved groups alone, with the texts that were edited, once', async () => {
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

  it('makes a backup first, and none where there is nothing to do', async () => {
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

  it('refuses what is not there, with a word on what is', async () => {
    const { palace } = await planPalace();
    const plan = await planOf(palace);
    await expect(apply(palace, 'plan-none')).rejects.toThrow('There is no plan plan-none');
    await expect(apply(palace, plan.id, { groups: ['g9'] })).rejects.toThrow('no group g9, but g1');
    await expect(apply(palace, plan.id, { summaries: { g1: '  ' } })).rejects.toThrow('empty');
    await expect(apply(palace, plan.id, { rejected_drawers: ['tide'] })).rejects.toThrow('not part of the plan');
    await expect(restore(palace, plan.id)).rejects.toThrow('never applied');
    await palace.close();
  });
});

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
    ])
      expect(told).toEqual([
        { drawer_ids: races3, label: expect.stringContaining('3 notes that say much the same') },
      ]);
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
