import type { Drawer, NewDrawer } from '../../model/drawer/drawer.ts';
import type { DrawerId } from '../../model/drawer/ids.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import type { DrawerPatch } from '../../store/queries/drawerPatch.ts';
import type { WriteTransaction } from '../../store/palaceStore.ts';
import { rescreened, screenedInsert } from '../../filing/secrets/screenedInsert.ts';

export interface ConversationTally {
  readonly added: number;
  readonly duplicates: number;
  /** Exchanges that were filed before and now have another text. */
  readonly updated: number;
}

/** The changes that bring one exchange up to date. */
export interface ExchangeWrite {
  readonly inserts: readonly {
    readonly drawer: NewDrawer;
    readonly substitute: DrawerId;
    readonly properties: Readonly<Record<string, string>>;
    readonly secrets: readonly SecretFinding[];
  }[];
  /** Drawers that stay, with the secrets found in them now. */
  readonly kept: readonly { readonly drawer: Drawer; readonly secrets: readonly SecretFinding[] }[];
  readonly patches: readonly DrawerPatch[];
  readonly renewed: readonly { readonly id: DrawerId; readonly properties: Readonly<Record<string, string>> }[];
  readonly deleted: readonly number[];
  readonly tally: ConversationTally;
}

/** Writes some exchanges of a plan. A drawer with this ID and text that was filed another way counts as a duplicate. */
export const writeExchanges = (
  transaction: WriteTransaction,
  writes: readonly ExchangeWrite[],
): ConversationTally => {
  let [added, duplicates, updated] = [0, 0, 0];
  transaction.deleteDrawers(writes.flatMap(({ deleted }) => deleted));
  transaction.updateDrawers(writes.flatMap(({ patches }) => patches));
  for (const { inserts, kept, renewed, tally } of writes) {
    duplicates += tally.duplicates;
    updated += tally.updated;
    for (const { id, properties } of renewed) transaction.putProperties(id, properties);
    for (const { drawer, secrets } of kept) transaction.updateDrawers(rescreened(transaction, drawer, secrets));
    for (const { drawer, substitute, properties, secrets } of inserts) {
      if (transaction.read.isErased(drawer.contentHash)) continue;
      const other = transaction.read.drawerById(drawer.id);
      if (other?.contentHash === drawer.contentHash) {
        duplicates++;
        continue;
      }
      const id = other === undefined ? drawer.id : substitute;
      screenedInsert(transaction, [{ ...drawer, id }], { findings: new Map([[id, secrets]]) });
      transaction.putProperties(id, properties);
      added++;
    }
  }
  return { added, duplicates, updated };
};
