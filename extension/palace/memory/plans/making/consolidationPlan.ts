import { dayMs } from '../../../../base/time.ts';
import { isoTime } from '../../../model/ids.ts';
import type { Plan } from '../../../contract/memory/planSchemas.ts';
import type { ProfileFlags } from '../../../retrieval/profiles/profileFlags.ts';
import { rejectionDays } from '../compactionCandidates.ts';
import { liveEntries } from '../../../catalogue/liveEntries.ts';
import { plannedGroups } from './plannedGroups.ts';
import { alikeGroups, mostGrouped, type GroupDraft } from './alikeGroups.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';
import { livingMark } from '../standing.ts';
import { newestRepetition } from './supersededDrawers.ts';

/** The types whose similar drawers are consolidated (docs/compaction.md). */
const consolidated: ReadonlySet<string> = new Set(['issue', 'decision', 'insight']);

export interface AlikeNotes {
  readonly groups: readonly GroupDraft[];
  /** How many qualify. Only the newest `looked` of them were compared. */
  readonly qualified: number;
}

export interface AlikeNotesRequest {
  readonly looked: number;
  readonly nowMs: number;
  /** IDs of drawers that are in no group, because they are about to be archived. */
  readonly leaving?: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Groups of similar issues, decisions and insights among the newest `looked`. Each of these costs one scan of the
 * vectors. Drawers that a newer one replaces, by a mark or by likeness, are in none: they are left to compaction, and a
 * summary of what is valid must not repeat them. Throws E_CANCELLED.
 */
export const alikeNotes = async (
  { looked, nowMs, leaving, signal }: AlikeNotesRequest,
  flags: ProfileFlags,
  parts: Pick<PlanParts, 'store' | 'catalogue' | 'vectors'>,
): Promise<AlikeNotes> => {
  const { store, catalogue } = parts;
  const rejected: ReadonlySet<string> = store.read.rejectedSince(isoTime(nowMs - rejectionDays * dayMs + 1));
  const entries = await liveEntries(
    catalogue,
    ({ id, type, pinned, sensitive }) =>
      consolidated.has(type) && !pinned && !sensitive && !rejected.has(id) && leaving?.has(id) !== true,
  );
  entries.sort((a, b) => b.filedAtMs - a.filedAtMs || (a.id < b.id ? -1 : 1));
  const drawers = store.read
    .drawersByRowid(entries.slice(0, looked).map(({ rowid }) => rowid))
    .filter((drawer) => livingMark(drawer, store.read) === null);
  const groups = await alikeGroups(
    drawers,
    (_, slot, cosines) => (newestRepetition(slot, cosines, catalogue, flags) === null ? null : undefined),
    parts,
    signal,
  );
  return { groups, qualified: entries.length };
};

/** Plans summaries of similar issues, decisions and insights. Writes nothing. Throws E_PLAN, E_CANCELLED. */
export const consolidationPlan = async (request: PlanRequest, parts: PlanParts): Promise<Plan> => {
  const [started, nowMs, revision] = [parts.timer(), parts.now(), parts.store.revision];
  const { groups, qualified } = await alikeNotes(
    { looked: mostGrouped, nowMs, signal: request.signal },
    request.profile.flags,
    parts,
  );
  return plannedGroups(groups, request, parts, {
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
