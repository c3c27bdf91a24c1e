import type { PlanGroup } from '../../palace/contract/memory/planSchemas.ts';
import type { Result } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

export type PlanRow = Result<'plans'>['plans'][number];
type BatchRow = Result<'archiveBatches'>['batches'][number];

/** Selects archived drawers. */
export type ArchiveList = { readonly reason: string } | { readonly batch: string };

/** A row of the Archive & plans view: plans with their groups, and the archive by reason. What maintenance archived is listed by batch. */
export type ArchiveNode =
  | { readonly kind: 'plans'; readonly count: number }
  | { readonly kind: 'plan'; readonly plan: PlanRow }
  | { readonly kind: 'group'; readonly plan: PlanRow; readonly group: PlanGroup }
  | { readonly kind: 'reason'; readonly reason: string; readonly count: number; readonly latest: string }
  | { readonly kind: 'batch'; readonly batch: BatchRow }
  | {
      readonly kind: 'drawer';
      readonly drawer: DrawerView;
      /** The parent's key. */ readonly under: string;
      /** The summary of a group. */ readonly summary: boolean;
    }
  | { readonly kind: 'more'; readonly list: ArchiveList | 'plans' | 'batches'; readonly left: number }
  /** The palace could not be opened. */
  | { readonly kind: 'retry' };

/** A unique key for each node. It stays the same over refreshes. */
export const archiveKey = (node: ArchiveNode): string => {
  switch (node.kind) {
    case 'plans':
      return JSON.stringify(['plans']);
    case 'plan':
      return JSON.stringify(['plan', node.plan.id]);
    case 'group':
      return JSON.stringify(['group', node.plan.id, node.group.group_id]);
    case 'reason':
      return JSON.stringify(['reason', node.reason]);
    case 'batch':
      return JSON.stringify(['batch', node.batch.batch]);
    case 'drawer':
      return JSON.stringify([node.under, node.drawer.drawer_id]);
    case 'more':
      return JSON.stringify(['more', node.list]);
    case 'retry':
      return JSON.stringify(['retry']);
  }
};
