import type { DrawerId } from '../../model/drawer/ids.ts';
import { reviewedProperty, screenedInsert } from '../../filing/secrets/screenedInsert.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import type { WriteTransaction } from '../../store/palaceStore.ts';
import type { CommitDrawer } from './commitDrawer.ts';

/**
 * Files a commit again, with files and parents, that was filed when a shallow clone ended at it. Its ID and everything that
 * is known about it stay. An archived one stays as it is.
 */
export const completeCommit = (
  transaction: WriteTransaction,
  known: readonly DrawerId[],
  { drawer, properties }: CommitDrawer,
  secrets: readonly SecretFinding[],
): void => {
  if (properties['parents'] === '' || transaction.read.isErased(drawer.contentHash)) return;
  for (const before of transaction.read.wholeDrawers(known)) {
    const { id, rowid, type, archived, sourceId } = before.drawer;
    if (type !== 'git_commit' || archived || sourceId === null || before.properties['parents'] !== '') continue;
    const { wing, room, createdAt, tier, importance, pinned, supersededBy } = before.drawer;
    const isReviewed = reviewedProperty in before.properties;
    transaction.deleteDrawers([rowid]);
    const [again = 0] = screenedInsert(
      transaction,
      [
        {
          ...drawer,
          ...{ id, wing, room, sourceId, createdAt, tier, importance, pinned },
          sensitive: isReviewed && before.drawer.sensitive,
        },
      ],
      { findings: new Map([[id, secrets]]), reviewed: new Set(isReviewed ? [id] : []) },
    );
    transaction.updateDrawers([{ rowid: again, supersededBy }]);
    transaction.addTags(id, before.tags);
    transaction.putProperties(id, { ...before.properties, ...properties });
    const { accesses, rejectedAt } = before;
    const { accessCount, lastAccessed } = before.drawer;
    transaction.putUse(id, { accessCount, lastAccessed, accesses, rejectedAt });
  }
};
