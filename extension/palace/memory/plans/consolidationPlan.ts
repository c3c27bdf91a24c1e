import { dayMs } from '../../../base/time.ts';
import type { Drawer } from '../../model/drawer.ts';
import { drawerId, isoTime } from '../../model/ids.ts';
import { errorText } from '../../model/errorText.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { Plan, PlanCandidate } from '../../contract/planSchemas.ts';
import { ltpScore } from '../../retrieval/phases/ltp.ts';
import { alikeFrom } from './clusters.ts';
import { daysSinceAccess, decayedLtp, rejectionDays, untouchable } from './compactionCandidates.ts';
import { liveEntries } from './liveEntries.ts';
import { makePlan } from './makePlan.ts';
import { alikeGroups, mostGrouped, type GroupDraft } from './planGroups.ts';
import type { PlanParts, PlanRequest } from './planParts.ts';

/** The types whose similar drawers are consolidated (docs/compaction.md). */
const consolidated: ReadonlySet<string> = new Set(['issue', 'decision', 'insight']);

export interface AlikeNotes {
  readonly groups: readonly GroupDraft[];
  /** How many qualify. Only the newest `looked` of them were compared. */
  readonly qualified: number;
}

/**
 * Groups of similar issues, decisions and insights among the newest `looked`. Each of these costs one scan of the
 * vectors. Throws E_CANCELLED.
 */
export const alikeNotes = async (
  looked: number,
  nowMs: number,
  parts: Pick<PlanParts, 'store' | 'catalogue' | 'vectors'>,
  signal?: AbortSignal,
): Promise<AlikeNotes> => {
  const { store, catalogue } = parts;
  const rejected: ReadonlySet<string> = store.read.rejectedSince(isoTime(nowMs - rejectionDays * dayMs + 1));
  const entries = await liveEntries(
    catalogue,
    ({ id, type, pinned, sensitive }) => consolidated.has(type) && !pinned && !sensitive && !rejected.has(id),
  );
  entries.sort((a, b) => b.filedAtMs - a.filedAtMs || (a.id < b.id ? -1 : 1));
  // Superseded drawers are left to compaction: a summary of what is valid must not repeat them.
  const drawers = store.read
    .drawersByRowid(entries.slice(0, looked).map(({ rowid }) => rowid))
    .filter(({ supersededBy }) => supersededBy === null);
  return { groups: await alikeGroups(drawers, parts, signal), qualified: entries.length };
};

/** Plans summaries of similar issues, decisions and insights. Writes nothing. Throws E_PLAN, E_CANCELLED. */
export const consolidationPlan = async (request: PlanRequest, parts: PlanParts): Promise<Plan> => {
  const [started, nowMs, revision] = [parts.timer(), parts.now(), parts.store.revision];
  const { groups, qualified } = await alikeNotes(mostGrouped, nowMs, parts, request.signal);
  return planOf(groups, request, parts, {
    started,
    nowMs,
    revision,
    warnings: [
      ...(parts.vectors() === null ? ['Nothing could be grouped: no vectors are loaded.'] : []),
      ...(qualified > mostGrouped
        ? [`Only the newest ${mostGrouped} of ${qualified} issues, decisions and insights were grouped.`]
        : []),
    ],
  });
};

/**
 * A plan of one group named by the caller. Throws E_DRAWER_NOT_FOUND, and E_PLAN on a drawer that must not be
 * summarised.
 */
export const manualPlan = async (
  ids: readonly string[],
  request: PlanRequest,
  parts: PlanParts,
): Promise<Plan> => {
  const { store, catalogue } = parts;
  const [started, nowMs, revision] = [parts.timer(), parts.now(), store.revision];
  const drawers = [...new Set(ids)].map((id) => {
    const drawer = store.read.drawerById(drawerId(id));
    if (drawer === undefined)
      throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
    // Naming a drawer overrides its earlier rejection.
    const reason = untouchable({ drawer, rejectedAt: null }, nowMs);
    if (reason !== undefined)
      throw new PalaceError('E_PLAN', errorText`${id} can’t be summarised: ${reason}.`, {
        remedy: 'Leave it out.',
      });
    return drawer;
  });
  if (drawers.length < 2)
    throw new PalaceError('E_PLAN', 'A summary needs at least two drawers.', { remedy: 'Name more of them.' });
  const index = parts.vectors();
  const slots = drawers.map(({ rowid }) => catalogue.slotOfRowid(rowid) ?? -1);
  const alike =
    index === null
      ? NaN
      : Math.min(...slots.flatMap((a, at) => slots.slice(at + 1).map((b) => index.similarity(a, b))));
  return planOf(
    [{ drawers, alike: Number.isNaN(alike) ? null : alike, shared: { kind: 'asked', name: 'named by hand' } }],
    request,
    parts,
    { started, nowMs, revision, warnings: [] },
  );
};

const planOf = (
  groups: readonly GroupDraft[],
  request: PlanRequest,
  parts: PlanParts,
  times: {
    readonly started: number;
    readonly nowMs: number;
    readonly revision: number;
    readonly warnings: readonly string[];
  },
): Promise<Plan> => {
  const { flags } = request.profile;
  const ids = groups.flatMap(({ drawers }) => drawers.map(({ id }) => id));
  const sessions = new Map(
    parts.store.read.usage
      .sessionsSince(ids, isoTime(times.nowMs - flags.ltp_window_days * dayMs))
      .map((row) => [row.id, row.sessions]),
  );
  const candidateOf = (drawer: Drawer, { drawers, alike, shared }: GroupDraft): PlanCandidate => {
    const [score, days] = [
      ltpScore(sessions.get(drawer.id) ?? 0, flags.ltp_max_boost),
      daysSinceAccess(drawer, times.nowMs),
    ];
    return {
      drawer_id: drawer.id,
      action: 'consolidate',
      reason:
        shared.kind === 'asked'
          ? shared.name
          : `alike=${(alike ?? 0).toFixed(2)} > ${alikeFrom} with ${drawers.length - 1} others, ${shared.kind}=${shared.name}`,
      ltp_score: score,
      decayed_ltp: decayedLtp(score, days, flags.decay_lambda),
      superseded_by: drawer.supersededBy,
      days_since_access: days,
      consolidated_into: null,
    };
  };
  const candidates = groups.flatMap((group) => group.drawers.map((drawer) => candidateOf(drawer, group)));
  return makePlan(
    {
      ...times,
      kind: 'consolidation',
      candidates,
      groups,
      timings: { ltp_scan_ms: 0, supersede_check_ms: 0 },
      planningStarted: times.started,
    },
    request,
    parts,
  );
};
