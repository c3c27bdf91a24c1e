import { drawerId, isoTime, type DrawerId, type IsoTime } from '../../model/drawer/ids.ts';
import { consolidatedReason } from '../../model/drawer/noteTypes.ts';
import type { AppliedReport } from '../../contract/memory/planSchemas.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { WriteTransaction } from '../../store/palaceStore.ts';
import { leftOut } from '../summaries/leftOut.ts';
import { agreeingGroups, contradictingReason } from './agreeingGroups.ts';
import { originalOf } from './groupSummary.ts';
import type { PlanParts, SummaryFiling } from './planParts.ts';
import { preparedGroups, type ApplyRequest, type PreparedGroup } from './preparedGroups.ts';
import { demandSeen } from './planDigest.ts';
import { keepPlan, proposedPlan, type AppliedRecord, type StoredPlan } from './storedPlan.ts';
import { fingerprint, summaryDrawer, summaryProperties, tagsForSummary } from './summaryDrawer.ts';
import { withoutSecrets } from './withoutSecrets.ts';

export interface ApplyOptions {
  readonly byAgent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** `copying`: pages of the backup; `applying`: groups. */
  readonly onProgress?: ((stage: 'copying' | 'applying', done: number, total: number) => void) | undefined;
}

/**
 * Carries out the approved groups of a plan in one transaction, after a backup: files the summaries, archives the
 * drawers that they replace, and stores which drawers were rejected. Without `groups`, those whose drawers contradict each
 * other are left out. Everything is checked again first. Drawers that no longer qualify are left out and named. What an agent
 * applies is kept among its moves. Cancelled before the transaction begins, it changes nothing; once that has begun, it is finished.
 * Throws E_PLAN, also if the plan is not the one that a person saw, E_CANCELLED, and the errors of `PalaceStore.write` and `backup`;
 * then nothing was written.
 */
export const applyPlan = async (
  planId: string,
  request: ApplyRequest,
  parts: PlanParts,
  { byAgent = false, signal, onProgress }: ApplyOptions = {},
): Promise<AppliedReport> => {
  const { store } = parts;
  const stopIfCancelled = (): void =>
    stopIfAborted(signal, 'Applying the plan was cancelled; nothing was changed.');
  const stored = proposedPlan(store.read, planId);
  if (!byAgent) demandSeen(stored, request.seen);
  const { plan } = stored;
  const { groups } = agreeingGroups(plan, request);
  const foreseen = preparedGroups(plan, { ...request, groups }, store.read, parts);
  const ready = foreseen.filter((group) => 'drawers' in group).length;
  stopIfCancelled();
  const backup =
    ready === 0
      ? null
      : await store
          .backup({ signal, onProgress: (done, total) => onProgress?.('copying', done, total) })
          .catch((thrown: unknown) => {
            stopIfCancelled();
            throw thrown;
          });
  onProgress?.('applying', 0, ready);
  const report = await store.write((transaction) => {
    // It may have waited for its turn.
    stopIfCancelled();
    // The palace may have changed during the backup.
    return { ...carryOut(transaction, proposedPlan(transaction.read, planId), request, parts, byAgent), backup };
  });
  onProgress?.('applying', ready, ready);
  return { ...report, palace_revision: store.revision };
};

const carryOut = (
  transaction: WriteTransaction,
  stored: StoredPlan,
  request: ApplyRequest,
  parts: PlanParts,
  byAgent: boolean,
): Omit<AppliedReport, 'backup' | 'palace_revision'> => {
  if (!byAgent) demandSeen(stored, request.seen);
  const { plan } = stored;
  const now = isoTime(parts.now());
  const { read } = transaction;
  const { groups, held } = agreeingGroups(plan, request);
  const prepared = preparedGroups(plan, { ...request, groups }, read, parts);
  const rejected = reject(transaction, request, now);
  const filed = prepared.flatMap((ready) =>
    'drawers' in ready ? [fileSummary(transaction, ready, plan.id, now, parts.filing)] : [],
  );
  const summaries = filed.map(({ summary }) => summary);
  if (filed.length > 0)
    keepPlan(transaction, {
      ...stored,
      state: 'applied',
      applied: {
        at: now,
        groups: filed.map(({ record }) => record),
        rejected,
        by: byAgent ? 'agent' : 'person',
      },
    });
  if (byAgent) sayMoved(transaction, plan.id, now, prepared);
  return {
    plan_id: plan.id,
    summaries,
    archived: summaries.flatMap(({ archived }) => archived),
    dropped: prepared.flatMap(({ dropped }) => dropped),
    rejected: rejected.map(({ drawer_id: id }) => id),
    skipped_groups: [
      ...prepared.flatMap((ready) =>
        'skipped' in ready ? [{ group_id: ready.group.group_id, reason: ready.skipped }] : [],
      ),
      ...held.map((group) => ({
        group_id: group.group_id,
        reason: contradictingReason(withoutSecrets(group, read)),
      })),
    ],
    characters_saved: filed.reduce((sum, { saved }) => sum + saved, 0),
  };
};

/** A group that is ready to be carried out. */
type ReadyGroup = Extract<PreparedGroup, { readonly drawers: unknown }>;

/** What filing a group's summary changed: as reported, and for undoing it. */
interface FiledSummary {
  readonly summary: AppliedReport['summaries'][number];
  readonly record: AppliedRecord['groups'][number];
  /** Characters by which it is shorter than its drawers. */
  readonly saved: number;
}

/** Files a group's summary and archives the drawers that it replaces. */
const fileSummary = (
  transaction: WriteTransaction,
  { group, drawers, text, writer, supersededBy }: ReadyGroup,
  planId: string,
  now: IsoTime,
  filing: SummaryFiling,
): FiledSummary => {
  const { read } = transaction;
  const summary = summaryDrawer(group, supersededBy, text, now);
  const ids = drawers.map(({ id }) => id);
  const left = leftOut(drawers.map(originalOf), text);
  const tags = tagsForSummary(read, ids);
  filing.insert(transaction, summary);
  if (supersededBy !== null) markReplaced(transaction, summary.id, supersededBy);
  if (tags.length > 0) transaction.addTags(summary.id, tags);
  transaction.putProperties(summary.id, summaryProperties(ids, planId, writer, left));
  transaction.updateDrawers(
    drawers.map(({ rowid }) => ({
      rowid,
      archived: { at: now, reason: consolidatedReason },
      consolidatedInto: summary.id,
    })),
  );
  return {
    summary: {
      group_id: group.group_id,
      drawer_id: summary.id,
      writer,
      archived: ids,
      left_out: left,
      sensitive: read.drawerById(summary.id)?.sensitive ?? false,
    },
    record: {
      group_id: group.group_id,
      summary_drawer_id: summary.id,
      fingerprint: fingerprint(read, summary.id) ?? '',
      archived: drawers.map(({ id, consolidatedInto }) => ({
        drawer_id: id,
        consolidated_into_before: consolidatedInto,
      })),
    },
    saved: drawers.reduce((sum, drawer) => sum + drawer.text.length, 0) - text.length,
  };
};

const sayMoved = (
  transaction: WriteTransaction,
  planId: string,
  at: IsoTime,
  prepared: readonly PreparedGroup[],
): void =>
  transaction.putMoves(
    { id: planId, at, by: 'agent', reason: null, planId },
    prepared.flatMap((ready) =>
      'drawers' in ready
        ? ready.drawers.map(({ id, tier }) => ({
            drawerId: id,
            from: tier,
            to: null,
            reason: `in the summary ${ready.group.summary_drawer_id}`,
          }))
        : [],
    ),
  );

const markReplaced = (transaction: WriteTransaction, summary: DrawerId, supersededBy: DrawerId): void => {
  const rowid = transaction.read.drawerById(summary)?.rowid;
  if (rowid !== undefined) transaction.updateDrawers([{ rowid, supersededBy }]);
};

/** Stores the rejections of drawers that exist. Returns the earlier rejections, for undoing. */
const reject = (
  transaction: WriteTransaction,
  { rejected_drawers: wanted }: ApplyRequest,
  at: ReturnType<typeof isoTime>,
): AppliedRecord['rejected'] => {
  const ids: DrawerId[] = [...new Set(wanted)]
    .map(drawerId)
    .filter((id) => transaction.read.drawerById(id) !== undefined);
  const before = transaction.read.rejectionsOf(ids);
  if (ids.length > 0) transaction.putRejections(ids.map((id) => ({ id, at })));
  return ids.map((id) => ({ drawer_id: id, at_before: before.get(id) ?? null }));
};
