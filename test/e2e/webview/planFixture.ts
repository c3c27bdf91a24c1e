import { leftOut } from '../../../extension/palace/memory/leftOut.ts';
import type { PlanDrawer, PlanGroupView, PlanView } from '../../../extension/palace/model/planCalls.ts';

/** A plan of three groups over notes of the made-up repository “tidewater”. */

const day = 86_400_000;
const lambda = 0.01;
const threshold = 0.3;

interface Note {
  readonly id: string;
  readonly type: PlanDrawer['type'];
  readonly days: number;
  readonly ltp: number;
  readonly by: string;
  readonly text: string;
}

const limits: readonly Note[] = [
  { id: 'note-limit-1', type: 'decision', days: 47, ltp: 0.18, by: 'Rate limits of the berth API', text: 'Decision: 20 bookings a minute per agent.\nThe berth API allows 20 bookings a minute per agent (decided 2025-03-11). The trial before allowed 30, see the minutes of 2025-02-27.' },
  { id: 'note-limit-2', type: 'insight', days: 63, ltp: 0.21, by: 'Rate limits of the berth API', text: 'Insight: bursts are normal at high water.\nBursts of 5 are let through by a token bucket. A ferry line that wakes sends 3 to 5 bookings within 200 ms, see https://harbour.example/d/berth-bursts.' },
  { id: 'note-limit-3', type: 'issue', days: 88, ltp: 0.12, by: 'Closed in PR #1482', text: 'Issue: 429 without Retry-After.\nOver the limit the API answers 429, but sent no Retry-After until PR #1482.' },
  { id: 'note-limit-4', type: 'progress', days: 131, ltp: 0, by: 'Load test of October', text: 'Progress: load test of the limits.\nLoad tests of 2025-04-02 with 4 pods and 1,200 agents held p99 at 61 ms.' },
];
const locks: readonly Note[] = [
  { id: 'note-lock-1', type: 'decision', days: 52, ltp: 0.26, by: 'Decision: locks are leases', text: 'Decision: a berth is locked for 30 minutes.\nUntil 2025-07-26 a berth stayed locked for 30 minutes, as decided on 2024-11-04.' },
  { id: 'note-lock-2', type: 'insight', days: 70, ltp: 0.06, by: 'Decision: locks are leases', text: 'Insight: 30 minutes is what others use.\nOther harbours lock for 30 minutes, too.' },
  { id: 'note-lock-3', type: 'handoff', days: 140, ltp: 0, by: 'Handoff of August', text: 'Handoff: lock work before the freeze.\nBERTH_LOCK_TTL is read once at start; leases replace it after the freeze.' },
];
const flaky: readonly Note[] = [
  { id: 'note-flaky-1', type: 'issue', days: 41, ltp: 0.28, by: 'Commit 9f3e1c7', text: 'Issue: overlap test fails in CI.\noverlap.race.test.ts failed about 1 run in 40.' },
  { id: 'note-flaky-2', type: 'issue', days: 44, ltp: 0.15, by: 'Commit 9f3e1c7', text: 'Issue: overlap test fails again.\nThe clock was mocked after the booking. Seen on Node 20 alone.' },
  { id: 'note-flaky-3', type: 'insight', days: 58, ltp: 0.1, by: 'Commit 9f3e1c7', text: 'Insight: freeze the clock first.\nFixed in commit 9f3e1c7 by freezing the clock before the booking.' },
];

const drawerOf = ({ id, type, days, text, by }: Note, now: number): PlanDrawer => ({
  drawer_id: id, title: text.split('\n')[0] ?? '', type, wing: 'notes', room: 'planning', tier: 'working', tags: [], filed_at: new Date(now - (days + 40) * day).toISOString(),
  last_accessed: days > 100 ? null : new Date(now - days * day).toISOString(), access_count: days > 100 ? 0 : 2, text, replaced_by: { drawer_id: `newer-${id}`, title: by },
});

const groupOf = (index: number, title: string, notes: readonly Note[], alike: number, shared: PlanGroupView['shared'], writer: PlanGroupView['writer'], summary: string): PlanGroupView => ({
  group_id: `g${index}`, title, drawer_ids: notes.map(({ id }) => id), alike, shared, wing: 'notes', room: 'planning', summary_drawer_id: `drawer_notes_planning_summary${index}`, writer, summary,
  references: [], left_out: leftOut(notes, summary), characters_before: notes.reduce((sum, { text }) => sum + text.length, 0), characters_after: summary.length, skipped: null,
});

export const samplePlan = (now: number, changes: Partial<PlanView> = {}): PlanView => {
  const notes = [...limits, ...locks, ...flaky];
  return {
    id: 'plan-20251121T140200000Z-6b4a656b', created_at: new Date(now - 600_000).toISOString(), kind: 'compaction', profile: 'default', palace_revision: 41_207, revision_now: 41_207,
    candidates: notes.map(({ id, ltp, days }) => ({
      drawer_id: id, action: 'compact', reason: `ltp=${ltp.toFixed(2)} < ${threshold}, superseded_by=newer-${id}, last_accessed=${days} days ago`,
      ltp_score: ltp, decayed_ltp: ltp * Math.exp(-lambda * days), superseded_by: `newer-${id}`, days_since_access: days, consolidated_into: null,
    })),
    groups: [
      groupOf(1, 'Rate limits of the berth API', limits, 0.83, { kind: 'tag', name: 'rate-limit' }, 'extractive',
        'The berth API allows 20 bookings a minute per agent (decided 2025-03-11). Bursts of 5 are let through by a token bucket. Over the limit the API answers 429, but sent no Retry-After until PR #1482.'),
      groupOf(2, 'Fixed locks, before leases', locks, 0.79, { kind: 'room', name: 'notes/planning' }, 'caller', 'Until 2025-07-26 berths stayed locked for 30 minutes; leases replaced this.'),
      groupOf(3, 'Flaky overlap test', flaky, 0.88, { kind: 'tag', name: 'flaky' }, 'language_model', 'overlap.race.test.ts failed about 1 run in 40 because the clock was mocked after the booking. Fixed in commit 9f3e1c7 by freezing the clock first.'),
    ],
    summary_count: 3, would_archive: notes.length, would_create_summaries: 3, timings: { total_ms: 59.1, ltp_scan_ms: 41.2, supersede_check_ms: 3.8, consolidation_plan_ms: 14.1 },
    settings: { compaction_threshold: threshold, compaction_age_days: 30, decay_enabled: false, decay_lambda: lambda, ltp_window_days: 30, ltp_max_boost: 2 },
    context: { used: 166_000, max: 200_000, share: 0.83 }, warnings: [], state: 'proposed', dropped: [], drawers: notes.map((note) => drawerOf(note, now)), applied: null,
    ...changes,
  };
};

export const planDrawerIds = { limits: limits.map(({ id }) => id), locks: locks.map(({ id }) => id), flaky: flaky.map(({ id }) => id) } as const;

/** The plan once everything was applied but the drawers that were rejected or dropped out. */
export const appliedPlan = (now: number, rejected: readonly string[], dropped: readonly string[] = []): PlanView => {
  const plan = samplePlan(now);
  return {
    ...plan, state: 'applied', revision_now: 41_208,
    applied: {
      at: new Date(now).toISOString(), rejected: [...rejected],
      groups: plan.groups.map(({ group_id, drawer_ids: ids, summary }) => ({ group_id, archived: ids.filter((id) => !rejected.includes(id) && !dropped.includes(id)), summary, writer: 'extractive' })),
    },
  };
};

/** A plan with so many groups of three. */
export const longPlan = (groups: number, now: number): PlanView => {
  const plan = samplePlan(now);
  const numbered = Array.from({ length: groups }, (_, index) => flaky.map((note): Note => ({ ...note, id: `${note.id}-${index}`, text: `${note.text} Run ${index}.` })));
  return {
    ...plan, candidates: numbered.flat().flatMap(({ id }, index) => { const like = plan.candidates[7 + (index % 3)]; return like === undefined ? [] : [{ ...like, drawer_id: id }]; }),
    groups: numbered.map((notes, index) => groupOf(index + 1, `Group ${index + 1}`, notes, 0.8, { kind: 'tag', name: 'flaky' }, 'extractive', notes[0]?.text ?? '')),
    drawers: numbered.flat().map((note) => drawerOf(note, now)),
  };
};
