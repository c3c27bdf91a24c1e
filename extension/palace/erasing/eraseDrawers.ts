import { rebuildClosets } from '../filing/closets/fileClosets.ts';
import { labelOf, leastAlike } from '../memory/patterns/patternOf.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { erasedPassage } from '../model/drawer/erasedPassage.ts';
import { drawerId, type DrawerId, type IsoTime, type SourceId } from '../model/drawer/ids.ts';
import type { SourceKind } from '../model/source/source.ts';
import { commitHashOf } from '../model/drawer/tag.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { ErasureReach } from './erasureReach.ts';
import { markUnfinished } from './finishErasure.ts';
import { unnameConversations } from './unnameConversations.ts';

/** Sources that are read again automatically: without a refusal, the text would be filed again. */
const returning: readonly SourceKind[] = ['file', 'conversation', 'git'];

/** Whether mining would file the drawer again, if its text were not refused. */
export const wouldReturn = (kind: SourceKind | undefined): boolean =>
  kind !== undefined && returning.includes(kind);

/**
 * Erases what {@link erasureReach} found, in this transaction: the palace no longer shows, finds or exports any of
 * it. `finishErasure`, which must follow, removes its bytes from the disk.
 */
export const eraseDrawers = (transaction: WriteTransaction, reach: ErasureReach, now: IsoTime): void => {
  const drawers = reach.drawers.map(({ drawer }) => drawer);
  const ids = drawers.map(({ id }) => id);
  const gone = new Set<string>(ids);
  const sources = [...new Set(drawers.flatMap(({ sourceId }) => sourceId ?? []))];
  transaction.team.eraseAtTeam(ids);
  transaction.updateDrawers(
    reach.comeBack.map(({ rowid }) => ({ rowid, archived: null, consolidatedInto: null })),
  );
  releaseOthers(transaction, ids, gone);
  removeOccurrences(transaction, ids, gone);
  refuse(transaction, drawers, now);
  transaction.deleteDrawers(drawers.map(({ rowid }) => rowid));
  unnameConversations(transaction, drawers);
  for (const source of sources) tidySource(transaction, source);
  transaction.forgetDrawers(ids, reach.queries);
  markUnfinished(transaction);
};

/** Drawers that an erased one replaced or summarised no longer refer to it. */
const releaseOthers = (transaction: WriteTransaction, ids: readonly DrawerId[], gone: ReadonlySet<string>): void =>
  transaction.updateDrawers(
    transaction.read
      .drawersPointingToAny(ids)
      .flatMap((id) => (gone.has(id) ? [] : (transaction.read.drawerById(id) ?? [])))
      .map(({ rowid, supersededBy, consolidatedInto }) => ({
        rowid,
        ...(supersededBy !== null && gone.has(supersededBy) ? { supersededBy: null } : {}),
        ...(consolidatedInto !== null && gone.has(consolidatedInto) ? { consolidatedInto: null } : {}),
      })),
  );

/** Recurring issues lose the erased occurrences; an issue with fewer than three left is removed. */
const removeOccurrences = (
  transaction: WriteTransaction,
  ids: readonly DrawerId[],
  gone: ReadonlySet<string>,
): void => {
  for (const pattern of transaction.read.patternsWith(ids)) {
    const left = pattern.entry_ids.filter((id) => !gone.has(id));
    const members = left.flatMap((id) => transaction.read.drawerById(drawerId(id)) ?? []);
    const label = labelOf(members.filter(({ sensitive }) => !sensitive));
    if (left.length <= leastAlike || label === undefined) transaction.removePattern(pattern.id);
    else
      transaction.putPattern({
        ...pattern,
        label,
        entry_ids: left,
        occurrence_count: pattern.occurrence_count - (pattern.entry_ids.length - left.length),
      });
  }
};

/**
 * What is read again automatically must not come back, not even when its source is cut into other pieces, or when a commit is
 * named after another branch.
 */
const refuse = (transaction: WriteTransaction, drawers: readonly Drawer[], now: IsoTime): void => {
  for (const { sourceId, contentHash, text } of drawers) {
    if (sourceId === null || !wouldReturn(transaction.read.sourceById(sourceId)?.kind)) continue;
    transaction.refuseTexts([contentHash], now);
    transaction.refusePassages(sourceId, [erasedPassage(text)]);
  }
  const commits = drawers.filter(({ type }) => type === 'git_commit').map(({ id }) => id);
  const hashes = [...transaction.read.tagsOf(commits).values()].flat().flatMap((tag) => commitHashOf(tag) ?? []);
  transaction.refuseTexts(hashes, now);
};

/** The source's closets without what was erased. A note that is gone leaves no source. */
const tidySource = (transaction: WriteTransaction, id: SourceId): void => {
  const { read } = transaction;
  transaction.purgeClosets(id);
  rebuildClosets(transaction, id);
  if (!wouldReturn(read.sourceById(id)?.kind) && read.drawersOfSource(id).length === 0)
    transaction.removeSource(id);
};
