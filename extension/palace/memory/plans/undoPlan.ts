import type { Drawer } from '../../model/drawer/drawer.ts';
import { drawerId, isoTime, type DrawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { consolidatedReason, editedReason } from '../../model/drawer/noteTypes.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { RestoredReport } from '../../contract/memory/planSchemas.ts';
import { partsOfNote } from '../../store/noteParts.ts';
import type { ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import type { PlanParts } from './planParts.ts';
import { keepPlan, storedPlan, type AppliedRecord } from './storedPlan.ts';
import { fingerprint, planProperty } from './summaryDrawer.ts';

/** The archive reason of a summary that was in use when its plan was undone. */
const undoneReason = 'consolidation_undone';

/**
 * Undoes an applied plan in one transaction: restores the originals, takes back the rejections stored with it, and
 * deletes summaries that nobody touched, so the palace is as before. A summary that somebody opened, changed or
 * referred to is archived instead, with the text that it was edited into, and does not come back with the plan of another summary
 * that it is part of. Throws E_PLAN and the errors of `PalaceStore.write`.
 */
export const undoPlan = async (planId: string, { store, now }: PlanParts): Promise<RestoredReport> => {
  const report = await store.write((transaction) => {
    const stored = storedPlan(transaction.read, planId);
    if (stored.state !== 'applied' || stored.applied === null)
      throw new PalaceError(
        'E_PLAN',
        stored.state === 'restored'
          ? errorText`The plan ${planId} can’t be restored: it was restored already.`
          : errorText`The plan ${planId} can’t be restored: it was never applied.`,
        { remedy: 'Only an applied plan can be restored.' },
      );
    const done: Outcome = { restored: [], removed_summaries: [], archived_summaries: [], left: [] };
    const referring = referrers(transaction.read, stored.applied.groups);
    for (const group of stored.applied.groups) {
      const touched = whyTouched(transaction.read, group, referring);
      restoreOriginals(transaction, group, done);
      retireSummary(transaction, group, touched, isoTime(now()), done);
    }
    const { at } = stored.applied;
    const current = transaction.read.rejectionsOf(
      stored.applied.rejected.map(({ drawer_id: id }) => drawerId(id)),
    );
    transaction.putRejections(
      stored.applied.rejected
        .filter(({ drawer_id: id }) => current.get(drawerId(id)) === at)
        .map(({ drawer_id: id, at_before: before }) => ({
          id: drawerId(id),
          at: before === null ? null : isoTime(before),
        })),
    );
    keepPlan(transaction, { ...stored, state: 'restored' });
    return done;
  });
  return { plan_id: planId, ...report, palace_revision: store.revision };
};

type Outcome = Pick<RestoredReport, 'restored' | 'removed_summaries' | 'archived_summaries' | 'left'>;
type AppliedGroup = AppliedRecord['groups'][number];

/**
 * The drawers that refer to each summary, in order of filing. Found for all of them at once, because that reads every drawer of the
 * palace. Undoing one group changes no reference to another's summary: what stood before the plan refers to none of them.
 */
const referrers = (
  read: ReadQueries,
  groups: readonly AppliedGroup[],
): ReadonlyMap<string, readonly DrawerId[]> => {
  const found = new Map<string, DrawerId[]>();
  for (const id of read.drawersPointingToAny(groups.map(({ summary_drawer_id: summary }) => drawerId(summary)))) {
    const drawer = read.drawerById(id);
    for (const to of new Set([drawer?.supersededBy, drawer?.consolidatedInto]))
      if (to != null) found.set(to, [...(found.get(to) ?? []), id]);
  }
  return found;
};

/** How a summary was used; undefined if it is unchanged and only its originals refer to it. */
const whyTouched = (
  read: ReadQueries,
  { summary_drawer_id: id, fingerprint: filed, archived }: AppliedGroup,
  referring: ReadonlyMap<string, readonly DrawerId[]>,
): string | undefined => {
  const drawer = read.drawerById(drawerId(id));
  if (drawer !== undefined && isSummarised(drawer))
    return `it is part of the summary ${drawer.consolidatedInto ?? ''}, which stays`;
  if (fingerprint(read, drawerId(id)) !== filed) return 'it was used or changed since';
  const originals = new Set(archived.map(({ drawer_id: original }) => original));
  const other = referring.get(id)?.find((pointing) => !originals.has(pointing));
  return other === undefined ? undefined : `the drawer ${other} refers to it`;
};

const restoreOriginals = (
  transaction: WriteTransaction,
  { summary_drawer_id: summary, archived }: AppliedGroup,
  done: Outcome,
): void => {
  for (const { drawer_id: id, consolidated_into_before: before } of archived) {
    const drawer = transaction.read.drawerById(drawerId(id));
    if (drawer === undefined) {
      done.left.push({ drawer_id: id, reason: 'it is no longer in the palace' });
      continue;
    }
    if (drawer.consolidatedInto !== summary) {
      done.left.push({ drawer_id: id, reason: 'something else was made of it since' });
      continue;
    }
    const isAsApplied = drawer.archived && drawer.archiveReason === consolidatedReason;
    transaction.updateDrawers([
      {
        rowid: drawer.rowid,
        consolidatedInto: summaryBefore(transaction.read, before),
        ...(isAsApplied ? { archived: null } : {}),
      },
    ]);
    if (isAsApplied) done.restored.push(id);
    else
      done.left.push({
        drawer_id: id,
        reason: drawer.archived
          ? `it was archived for another reason (${drawer.archiveReason ?? 'none given'})`
          : 'it was brought back before',
      });
  }
};

/** The summary that stood for a drawer before the plan; null if none did, or if the plan that filed it was undone since. */
const summaryBefore = (read: ReadQueries, before: string | null): DrawerId | null => {
  const summary = before === null ? undefined : read.drawerById(drawerId(before));
  const plan = summary === undefined ? undefined : read.propertiesOf(summary.id)[planProperty];
  const isUndone = plan !== undefined && read.plan(plan)?.state === 'restored';
  return summary === undefined || isUndone ? null : summary.id;
};

const retireSummary = (
  transaction: WriteTransaction,
  { summary_drawer_id: id }: AppliedGroup,
  touched: string | undefined,
  at: ReturnType<typeof isoTime>,
  done: Outcome,
): void => {
  const drawer = transaction.read.drawerById(drawerId(id));
  if (drawer === undefined) return;
  if (touched === undefined) {
    transaction.deleteDrawers([drawer.rowid]);
    done.removed_summaries.push(id);
    return;
  }
  if (mayReturn(drawer))
    transaction.updateDrawers([{ rowid: drawer.rowid, archived: { at, reason: undoneReason } }]);
  done.archived_summaries.push({ drawer_id: id, reason: touched });
  for (const edited of editedInto(transaction.read, drawer)) {
    if (!mayReturn(edited)) continue;
    transaction.updateDrawers([{ rowid: edited.rowid, archived: { at, reason: undoneReason } }]);
    done.archived_summaries.push({ drawer_id: edited.id, reason: `the summary ${id} was edited into it` });
  }
};

/** Whether another summary stands for it. */
const isSummarised = ({ archived, archiveReason }: Drawer): boolean =>
  archived && archiveReason === consolidatedReason;

/** Whether it is in use, or would be again once the plan of the summary that stands for it is undone, too. */
const mayReturn = (drawer: Drawer): boolean => !drawer.archived || isSummarised(drawer);

/** The drawers of the text that a note was edited into in the end; none if it was not edited. */
const editedInto = (read: ReadQueries, note: Drawer): readonly Drawer[] => {
  const seen = new Set<string>();
  let last = note;
  while (last.archiveReason === editedReason && last.supersededBy !== null && !seen.has(last.id)) {
    seen.add(last.id);
    last = read.drawerById(last.supersededBy) ?? last;
  }
  return last === note ? [] : partsOfNote(read, last);
};
