import { groupedNumber } from '../../../../base/text/plural.ts';
import type { Plan } from '../../../contract/memory/planSchemas.ts';
import type { OnCompared } from '../../curation/neighbourReplacements.ts';
import type { ProfileFlags } from '../../../retrieval/profiles/profileFlags.ts';
import { rejectionsThatCount } from '../compactionCandidates.ts';
import { liveEntries } from '../../../catalogue/liveEntries.ts';
import { plannedGroups } from './plannedGroups.ts';
import { alikeGroups, mostGrouped, type AlikeGroups } from './alikeGroups.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';
import type { ReadQueries } from '../../../store/palaceStore.ts';
import { plansTurn } from './plansTurn.ts';
import { stopPlanIfAborted } from './stopPlanIfAborted.ts';
import { livingMark } from '../standing.ts';
import { partialWarnings } from '../notesInWhole.ts';
import { newestRepetition } from './supersededDrawers.ts';

/** The types whose similar drawers are consolidated (docs/compaction.md). */
const consolidated: ReadonlySet<string> = new Set(['issue', 'decision', 'insight']);

interface AlikeNotes extends AlikeGroups {
  /** Whether older ones were not compared. */
  readonly isCut: boolean;
}

interface AlikeNotesRequest {
  readonly looked: number;
  readonly nowMs: number;
  /** IDs of drawers that are in no group, because they are about to be archived. */
  readonly leaving?: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
  readonly onCompared?: OnCompared | undefined;
}

/**
 * Groups of similar issues, decisions and insights among the newest `looked`. Each of these costs one scan of the
 * vectors. Drawers that a newer one replaces, by a mark or by likeness, are in none: they are left to compaction, and a
 * summary of what is valid must not repeat them. Throws E_CANCELLED.
 */
export const alikeNotes = async (
  { looked, nowMs, leaving, signal, onCompared }: AlikeNotesRequest,
  flags: ProfileFlags,
  parts: Pick<PlanParts, 'store' | 'catalogue' | 'vectors'>,
): Promise<AlikeNotes> => {
  const { store, catalogue } = parts;
  const rejected: ReadonlySet<string> = store.read.rejectedBetween(...rejectionsThatCount(nowMs));
  const entries = await liveEntries(
    catalogue,
    ({ id, type, pinned, sensitive }) =>
      consolidated.has(type) && !pinned && !sensitive && !rejected.has(id) && leaving?.has(id) !== true,
  );
  entries.sort((a, b) => b.filedAtMs - a.filedAtMs || (a.id < b.id ? -1 : 1));
  const rowids = await unmarked(
    entries.map(({ rowid }) => rowid),
    looked + 1,
    store.read,
    signal,
  );
  const alike = await alikeGroups(
    store.read.drawersByRowid(rowids.slice(0, looked)),
    (_, slot, cosines) =>
      newestRepetition(slot, cosines, { catalogue, store }, flags) === null ? null : undefined,
    parts,
    { signal, onCompared },
  );
  return { ...alike, isCut: rowids.length > looked };
};

/** The first `most` of these that no mark says a living drawer replaces. Throws E_CANCELLED. */
const unmarked = async (
  rowids: readonly number[],
  most: number,
  read: ReadQueries,
  signal: AbortSignal | undefined,
): Promise<number[]> => {
  const yieldToEventLoop = plansTurn();
  const marked = new Set(read.supersededRowids());
  const found: number[] = [];
  for (const rowid of rowids) {
    if (found.length === most) break;
    if (marked.has(rowid)) {
      stopPlanIfAborted(signal);
      await yieldToEventLoop();
      const [drawer] = read.drawersByRowid([rowid]);
      if (drawer === undefined || livingMark(drawer, read) !== null) continue;
    }
    found.push(rowid);
  }
  return found;
};

/** Plans summaries of similar issues, decisions and insights. Writes nothing. Throws E_PLAN, E_CANCELLED. */
export const consolidationPlan = async (request: PlanRequest, parts: PlanParts): Promise<Plan> => {
  const [started, nowMs, revision] = [parts.timer(), parts.now(), parts.store.revision];
  const { groups, partial, isCut } = await alikeNotes(
    { looked: mostGrouped, nowMs, signal: request.signal, onCompared: request.onCompared },
    request.profile.flags,
    parts,
  );
  return plannedGroups(groups, request, parts, {
    started,
    nowMs,
    revision,
    warnings: [
      ...(parts.vectors() === null ? ['Nothing could be grouped: no vectors are loaded.'] : []),
      ...(isCut
        ? [`Only the newest ${groupedNumber(mostGrouped)} issues, decisions and insights were compared.`]
        : []),
      ...partialWarnings(partial),
    ],
  });
};
