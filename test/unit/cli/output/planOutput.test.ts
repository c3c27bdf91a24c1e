import { expect, it, test } from 'vitest';
import { appliedLines, planLines } from '../../../../extension/cli/output/planOutput.ts';
import type { AppliedReport, PlanView } from '../../../../extension/palace/contract/memory/planSchemas.ts';

const terminal = { columns: 200, style: (_: unknown, text: string) => text };

const report: AppliedReport = {
  plan_id: 'p',
  summaries: [],
  archived: ['a', 'b', 'c'],
  rejected: [],
  dropped: [],
  skipped_groups: [],
  characters_saved: 1416,
  backup: 'b',
  palace_revision: 8,
};

test.each([
  [1416, '1,416 characters saved'],
  [0, '0 characters saved'],
  [-4, '4 characters more'],
])('a summary that makes %i characters superfluous is reported as “%s”', (saved, told) => {
  expect(appliedLines({ ...report, characters_saved: saved }, terminal)[0]).toBe(
    `3 drawers archived, 0 summaries written, ${told}; palace revision 8.`,
  );
});

it('a plan that is shown counts the drawers that would still go, not those that were rejected or no longer qualify', () => {
  const group = (id: string, ids: string[], skipped: string | null = null): PlanView['groups'][number] => ({
    group_id: id,
    title: id,
    drawer_ids: ids,
    alike: null,
    shared: { kind: 'room', name: 'w/r' },
    wing: 'w',
    room: 'r',
    summary_drawer_id: `s-${id}`,
    writer: 'extractive',
    summary: 'What they say.',
    references: [],
    left_out: [],
    superseded_by: null,
    contradictions: [],
    characters_before: 9,
    characters_after: 3,
    skipped,
  });
  const plan: PlanView = {
    id: 'p',
    created_at: '2026-03-01T12:00:00.000Z',
    kind: 'compaction',
    profile: 'default',
    palace_revision: 5,
    candidates: [],
    groups: [
      group('g1', ['a', 'b', 'c']),
      group('g2', ['d', 'e', 'f']),
      group('g3', ['g', 'h', 'i'], 'no drawer'),
    ],
    summary_count: 3,
    would_archive: 9,
    would_create_summaries: 3,
    timings: { total_ms: 1, ltp_scan_ms: 1, supersede_check_ms: 1, consolidation_plan_ms: 1 },
    settings: {
      compaction_threshold: 0.3,
      compaction_age_days: 30,
      decay_enabled: false,
      decay_lambda: 0.01,
      ltp_max_boost: 2,
    },
    context: null,
    warnings: [],
    state: 'proposed',
    digest: 'x',
    revision_now: 6,
    dropped: [{ drawer_id: 'a', group_id: 'g1', reason: 'it is pinned' }],
    drawers: [],
    applied: null,
  };
  expect(planLines(plan, terminal, ['d'])[1]).toBe('4 drawers would go to the archive, replaced by 2 summaries.');
});
