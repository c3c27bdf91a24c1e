import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../../../../base/batches.ts';
import { groupedNumber } from '../../../../base/text/plural.ts';
import type { Drawer } from '../../../model/drawer/drawer.ts';
import type { DrawerId } from '../../../model/drawer/ids.ts';
import { leastSize } from './clusters.ts';
import { plansTurn } from './plansTurn.ts';
import { stopPlanIfAborted } from './stopPlanIfAborted.ts';
import type { Plan, PlanCandidate } from '../../../contract/memory/planSchemas.ts';
import type { ReadQueries } from '../../../store/palaceStore.ts';
import { compactionVerdict, type CompactionFlags } from '../compactionCandidates.ts';
import { drawersOf, makePlan } from './makePlan.ts';
import { alikeGroups, largestFirst, mostGrouped, type AlikeGroups, type GroupDraft } from './alikeGroups.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';
import { livingMark, standingOf } from '../standing.ts';
import { partialWarnings } from '../notesInWhole.ts';
import { standingBatches } from './standingBatches.ts';
import { detectSuperseded } from './supersededDrawers.ts';

/** Drawers read at a time. */
const page = 200;

/**
 * Plans the compaction of every drawer that qualifies: groups, each with the summary that would replace it. Reads
 * the complete palace in pages, lets other work run in between, and writes nothing. Throws E_PLAN, E_CANCELLED.
 */
export const compactionPlan = async (request: PlanRequest, parts: PlanParts): Promise<Plan> => {
  const { store, timer } = parts;
  const {
    profile: { flags },
    signal,
  } = request;
  const [started, nowMs, revision] = [timer(), parts.now(), store.revision];
  const marked = store.read.supersededRowids();
  const scanned = timer();
  const { detected, warnings } = await detectSuperseded(parts, flags, request);
  const drawers = await readDrawers(
    store.read,
    [...new Set([...marked, ...detected.keys()])].sort((a, b) => a - b),
    signal,
  );
  const candidates = compactionCandidates(drawers, detected, parts, flags, nowMs);
  const checked = timer();
  const replacedBy = new Map(candidates.map(({ drawer_id: id, superseded_by: by }) => [id, by]));
  const { groups, partial, compared, left } = await replacedGroups(
    drawersOf(candidates, drawers),
    (drawer) => standingOf(drawer, replacedBy.get(drawer.id) ?? null, store.read),
    parts,
    signal,
  );
  return makePlan(
    {
      kind: 'compaction',
      candidates,
      groups,
      revision,
      nowMs,
      started,
      planningStarted: checked,
      timings: { ltp_scan_ms: scanned - started, supersede_check_ms: checked - scanned },
      warnings: [
        ...warnings,
        ...(parts.vectors() === null ? ['Nothing could be grouped: no vectors are loaded.'] : []),
        ...(left > 0
          ? [
              `Only ${groupedNumber(compared)} of ${groupedNumber(compared + left)} candidates were compared; apply this plan and make the next.`,
            ]
          : []),
        ...partialWarnings(partial),
      ],
    },
    request,
    parts,
  );
};

interface ReplacedGroups extends AlikeGroups {
  /** How many drawers were compared, and how many that might be in a group were not. */
  readonly compared: number;
  readonly left: number;
}

/**
 * Groups of replaced drawers. A batch in which nothing is alike does not end the search, or it would hide all others for good:
 * batches are compared until about {@link mostGrouped} drawers are in groups. Throws E_CANCELLED.
 */
const replacedGroups = async (
  drawers: readonly Drawer[],
  standing: (drawer: Drawer) => DrawerId | null,
  parts: PlanParts,
  signal: AbortSignal | undefined,
): Promise<ReplacedGroups> => {
  const standings = new Map<DrawerId, DrawerId | null>();
  const yieldToEventLoop = plansTurn();
  for (const drawer of drawers) {
    stopPlanIfAborted(signal);
    standings.set(drawer.id, standing(drawer));
    await yieldToEventLoop();
  }
  const batches = standingBatches(drawers, ({ id }) => standings.get(id) ?? null, mostGrouped);
  const groups: GroupDraft[] = [];
  let [grouped, looked, partial] = [0, 0, 0];
  for (const batch of batches) {
    if (grouped + leastSize > mostGrouped) break;
    const found = await alikeGroups(batch, standings, parts, { signal });
    groups.push(...found.groups);
    partial += found.partial;
    grouped += found.groups.reduce((sum, group) => sum + group.drawers.length, 0);
    looked += 1;
  }
  const size = (some: readonly Drawer[][]): number => some.reduce((sum, batch) => sum + batch.length, 0);
  return {
    groups: groups.sort(largestFirst),
    partial,
    compared: size(batches.slice(0, looked)),
    left: size(batches.slice(looked)),
  };
};

/** The candidates, least used first, then those unused for the longest time. */
export const compactionCandidates = (
  drawers: readonly Drawer[],
  detected: ReadonlyMap<number, string>,
  { store }: Pick<PlanParts, 'store'>,
  flags: CompactionFlags,
  nowMs: number,
): PlanCandidate[] => {
  const rejections = store.read.rejectionsOf(drawers.map(({ id }) => id));
  const supersededBy = (drawer: Drawer): string | null =>
    livingMark(drawer, store.read) ?? detected.get(drawer.rowid) ?? null;
  return drawers
    .flatMap((drawer): PlanCandidate[] => {
      const verdict = compactionVerdict(
        {
          drawer,
          rejectedAt: rejections.get(drawer.id) ?? null,
          supersededBy: supersededBy(drawer),
        },
        flags,
        nowMs,
      );
      return 'candidate' in verdict ? [verdict.candidate] : [];
    })
    .sort(
      (a, b) =>
        a.decayed_ltp - b.decayed_ltp ||
        b.days_since_access - a.days_since_access ||
        (a.drawer_id < b.drawer_id ? -1 : 1),
    );
};

const readDrawers = async (
  read: ReadQueries,
  rowids: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Drawer[]> => {
  const drawers: Drawer[] = [];
  for (const some of batches(rowids, page)) {
    stopPlanIfAborted(signal);
    drawers.push(...read.drawersByRowid(some).filter(({ archived }) => !archived));
    await nextTurn();
  }
  return drawers;
};
