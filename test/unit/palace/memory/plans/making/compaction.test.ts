import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId, isoTime } from '../../../../../../extension/palace/model/drawer/ids.ts';
import type { HookContexts } from '../../../../../../extension/palace/contract/hookSchemas.ts';
import { openPalaceStore } from '../../../../../../extension/palace/store/openPalaceStore.ts';
import { oldLimits, planPalace, races3 } from '../../../../../fixtures/palaces/planPalace.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../../../../fixtures/treeHash.ts';
import { planOf, evaluated, apply } from '../../../../../fixtures/planCalls.ts';

/** Every file but the cache of the lexical index, which is saved when it suits. */
const storeBytes = (folder: string) =>
  Object.fromEntries(Object.entries(treeHash(folder)).filter(([name]) => !name.startsWith('lexical.idx')));

it('a plan with nothing to review is not kept', async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  const { plan } = await palace.compact({});
  expect(plan).toMatchObject({ state: 'transient', groups: [] });
  expect((await palace.makePlan({})).plan).toMatchObject({ state: 'transient', groups: [] });
  expect((await palace.plans({})).plans).toEqual([]);
  await palace.close();
});

it('what somebody said is not replaced is not found to be so again, but for a note that came later', async () => {
  const { palace } = await planPalace();
  const replaced = async (): Promise<unknown[]> => [
    (await palace.compact({ dry_run: true })).plan?.candidates.map(({ drawer_id: id }) => id),
    (await palace.supersedeCheck({})).candidates.map(({ superseded_id: id }) => id).sort(),
    (await palace.sessionContext({})).supersede_suggestions.map(({ older_id: id }) => id).sort(),
  ];
  await palace.update({ drawer_ids: ['limit-a', 'limit-b'], superseded_by: null });
  expect(await replaced()).toEqual([['limit-c', 'limit-d'], [], []]);
  // One that was never marked, but only seems to be replaced.
  expect(await palace.update({ drawer_ids: ['limit-now'], superseded_by: null })).toMatchObject({ updated: 1 });
  const { text } = await palace.show({ drawer_id: 'limit-now' });
  const file = path.join(temporaryFolder(), 'later.jsonl');
  const later = {
    id: 'limit-later',
    wing: 'gateway',
    room: 'notes',
    type: 'decision',
    filed_at: '2026-03-20T10:00:00Z',
  };
  writeFileSync(file, JSON.stringify({ ...later, text: `${text} Or 70.` }));
  await palace.importDrawers({ file, wait_for_embeddings: true });
  expect((await replaced())[1]).toEqual(['limit-a', 'limit-now']);
  await palace.close();
});

describe('a dry run of compaction', () => {
  it('changes no byte of the folder, nor the revision', async () => {
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

  it('lists each candidate with its reason, and the time of each step', async () => {
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

  it('has everything that a review needs: texts, common parts, similarity, and what the summary leaves out', async () => {
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

  it('calls the hook, which may name only superseded drawers below the threshold', async () => {
    const { palace } = await planPalace();
    const heard: HookContexts['post_compaction_plan'][] = [];
    palace.hooks.register('post_compaction_plan', (context) => heard.push(context));
    await palace.compact({ dry_run: true, overrides: { decay_enabled: true } });
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ would_archive: 4, would_create_summaries: 1 });
    expect(heard[0]?.candidates.length).toBe(4);
    for (const candidate of heard[0]?.candidates ?? [])
      expect(candidate).toMatchObject({ is_superseded: true, ltp_score: 0 });
    await palace.close();
  });
});

describe('a candidate for compaction', () => {
  it('is a note that a newer one nearly repeats, but never a pinned, sensitive or recent one', async () => {
    const { palace } = await planPalace({ marked: false });
    expect((await planOf(palace)).candidates.map(({ superseded_by: by, drawer_id: id }) => [id, by])).toEqual(
      oldLimits.map((id) => [id, 'limit-now']),
    );
    await palace.update({ drawer_ids: ['limit-a'], pinned: true });
    await palace.update({ drawer_ids: ['limit-b'], sensitive: true });
    await palace.recordAccess({ drawer_ids: ['limit-c'], session_id: 's', kind: 'opened' });
    expect((await planOf(palace)).candidates.map(({ drawer_id: id }) => id)).toEqual(['limit-d']);
    await palace.close();
  });

  it('is not a drawer whose use is above the threshold, until its strength has faded', async () => {
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
      (await again.compact({ dry_run: true, overrides })).plan?.candidates.find(
        ({ drawer_id: id }) => id === 'limit-a',
      );
    expect(await candidate({})).toBeUndefined();
    expect(await candidate({ compaction_threshold: 0.5 })).toMatchObject({
      days_since_access: 90,
      reason: 'ltp=0.42 < 0.5, superseded_by=limit-now, last_accessed=90 days ago',
    });
    expect(await candidate({ decay_enabled: true })).toMatchObject({
      reason: 'decayed_ltp=0.17 < 0.3, superseded_by=limit-now, last_accessed=90 days ago',
    });
    // How far back a ranking looks does not matter.
    expect(await candidate({ decay_enabled: true, ltp_window_days: 1 })).toMatchObject({
      ltp_score: expect.closeTo(0.3 * Math.log(4), 12),
    });
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

  it('and no note to consolidate is kept by a rejection that a clock set ahead dated later than now', async () => {
    let now = '2026-03-01T12:00:00Z';
    const { palace } = await planPalace({ clock: () => new Date(now) });
    const plan = await planOf(palace);
    const { plan: notes } = await palace.makePlan({});
    now = '2036-03-01T12:00:00Z';
    await apply(palace, plan.id, { groups: [], rejected_drawers: ['limit-a'] });
    await apply(palace, notes?.id ?? '', { groups: [], rejected_drawers: ['race-a'] });
    now = '2026-03-01T12:00:01Z';
    expect((await planOf(palace)).candidates).toMatchObject(
      plan.candidates.map(({ drawer_id: id }) => ({ drawer_id: id })),
    );
    expect((await palace.makePlan({})).plan?.groups).toMatchObject([{ drawer_ids: races3 }]);
    await palace.close();
  });

  it('is proposed, if usage is reported, only over 80 % with adaptive compaction on', async () => {
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
    const early = { context_used: 90_000, context_max: 200_000, overrides: { adaptive_compaction: true } };
    expect((await palace.compact(early)).trigger.reason).toContain('compaction is due above 80 %');
    expect(
      (
        await palace.compact({
          ...early,
          overrides: { adaptive_compaction: true, compaction_context_share: 0.4 },
        })
      ).plan,
    ).toMatchObject({ state: 'proposed' });
    await expect(palace.compact({ context_used: 1 })).rejects.toThrow('belong together');
    await palace.close();
  });
});
