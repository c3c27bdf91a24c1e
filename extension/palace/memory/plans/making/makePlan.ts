import { createHash } from 'node:crypto';
import { compactTime } from '../../../../base/time.ts';
import type { Drawer } from '../../../model/drawer/drawer.ts';
import { isoTime } from '../../../model/drawer/ids.ts';
import type { Plan, PlanCandidate, PlanTimings } from '../../../contract/memory/planSchemas.ts';
import type { GroupDraft } from './alikeGroups.ts';
import { withSummaries } from './summarisedGroups.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';

/** The parts of a plan of either kind. */
interface PlanDraft {
  readonly kind: Plan['kind'];
  readonly candidates: readonly PlanCandidate[];
  readonly groups: readonly GroupDraft[];
  readonly revision: number;
  readonly nowMs: number;
  readonly warnings: readonly string[];
  /** When the plan was begun, and how long the first two steps took. */
  readonly started: number;
  readonly timings: Pick<PlanTimings, 'ltp_scan_ms' | 'supersede_check_ms'>;
  /** When the last step began. */
  readonly planningStarted: number;
}

/**
 * Makes the plan from its parts and fires the `post_compaction_plan` hook. Writes nothing. Throws E_PLAN,
 * E_CANCELLED.
 */
export const makePlan = async (draft: PlanDraft, request: PlanRequest, parts: PlanParts): Promise<Plan> => {
  const { kind, revision, nowMs } = draft;
  const { name, flags } = request.profile;
  const createdAt = isoTime(nowMs);
  const id = `plan-${compactTime(createdAt)}-${shortHash([kind, String(revision), ...draft.candidates.map((candidate) => candidate.drawer_id)])}`;
  const groups = await withSummaries(id, draft.groups, request, parts);
  const summaryOf = new Map(
    groups.flatMap(({ drawer_ids: ids, summary_drawer_id: summary }) =>
      ids.map((drawer) => [drawer, summary] as const),
    ),
  );
  const candidates = draft.candidates.map((candidate) => ({
    ...candidate,
    consolidated_into: summaryOf.get(candidate.drawer_id) ?? null,
  }));
  const ended = parts.timer();
  const plan: Plan = {
    id,
    created_at: createdAt,
    kind,
    profile: name,
    palace_revision: revision,
    candidates,
    groups,
    summary_count: groups.length,
    would_archive: summaryOf.size,
    would_create_summaries: groups.length,
    timings: {
      total_ms: toHundredth(ended - draft.started),
      ltp_scan_ms: toHundredth(draft.timings.ltp_scan_ms),
      supersede_check_ms: toHundredth(draft.timings.supersede_check_ms),
      consolidation_plan_ms: toHundredth(ended - draft.planningStarted),
    },
    settings: {
      compaction_threshold: flags.compaction_threshold,
      compaction_age_days: flags.compaction_age_days,
      decay_enabled: flags.decay_enabled,
      decay_lambda: flags.decay_lambda,
      ltp_max_boost: flags.ltp_max_boost,
    },
    context: request.context,
    warnings: [...draft.warnings],
  };
  parts.hooks.fire('post_compaction_plan', () => [
    {
      candidates: candidates.map((candidate) => ({
        ...candidate,
        is_superseded: candidate.superseded_by !== null,
      })),
      groups,
      would_archive: plan.would_archive,
      would_create_summaries: plan.would_create_summaries,
    },
  ]);
  return plan;
};

/** The drawers of candidates, in the candidates' order. */
export const drawersOf = (candidates: readonly PlanCandidate[], drawers: readonly Drawer[]): Drawer[] => {
  const byId = new Map<string, Drawer>(drawers.map((drawer) => [drawer.id, drawer]));
  return candidates.flatMap(({ drawer_id: id }) => byId.get(id) ?? []);
};

const shortHash = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0'), 'utf8').digest('hex').slice(0, 8);

const toHundredth = (ms: number): number => Math.round(ms * 100) / 100;
