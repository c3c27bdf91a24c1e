import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { UpdateRequest } from '../../palace/contract/noteSchemas.ts';

/** A change of drawers' metadata, without the drawers' IDs. */
export type Change = Omit<UpdateRequest, 'drawer_ids'>;

/** The change that restores a drawer's earlier values; null if the first change did not affect it. */
const undoneFor = (before: DrawerView, change: Change): Change | null => {
  const has = (tag: string): boolean => before.tags.includes(tag);
  const tags = {
    tags_add: (change.tags_remove ?? []).filter(has),
    tags_remove: (change.tags_add ?? []).filter((tag) => !has(tag)),
  };
  const undone: Change = {
    ...(change.pinned === undefined || change.pinned === before.pinned ? {} : { pinned: before.pinned }),
    ...(change.tier === undefined || change.tier === before.tier ? {} : { tier: before.tier }),
    ...(change.archived === undefined || change.archived === before.archived
      ? {}
      : {
          archived: before.archived,
          ...(before.archived && before.archive_reason !== null ? { archive_reason: before.archive_reason } : {}),
        }),
    ...(change.sensitive === undefined || change.sensitive === before.sensitive
      ? {}
      : { sensitive: before.sensitive }),
    ...(change.superseded_by === undefined || change.superseded_by === before.superseded_by
      ? {}
      : { superseded_by: before.superseded_by }),
    ...(tags.tags_add.length === 0 ? {} : { tags_add: tags.tags_add }),
    ...(tags.tags_remove.length === 0 ? {} : { tags_remove: tags.tags_remove }),
  };
  return Object.keys(undone).length === 0 ? null : undone;
};

/** The calls that undo a change: as few as possible, each for all drawers that need the same. */
export const undoneChange = (
  before: readonly DrawerView[],
  change: Change,
): readonly { readonly ids: readonly string[]; readonly change: Change }[] => {
  const groups = new Map<string, { readonly ids: string[]; readonly change: Change }>();
  for (const drawer of before) {
    const undone = undoneFor(drawer, change);
    if (undone === null) continue;
    const key = JSON.stringify(undone);
    const group = groups.get(key) ?? { ids: [], change: undone };
    group.ids.push(drawer.drawer_id);
    groups.set(key, group);
  }
  return [...groups.values()];
};
