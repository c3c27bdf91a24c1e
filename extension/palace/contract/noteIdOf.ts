import type { DrawerView } from './drawerViewSchema.ts';

/** The ID of the first part of a long note that a drawer is a part of; of every other drawer its own. */
export const noteIdOf = ({
  drawer_id: id,
  part_of: note,
}: {
  readonly drawer_id: string;
  readonly part_of?: Pick<NonNullable<DrawerView['part_of']>, 'drawer_id'> | undefined;
}): string => note?.drawer_id ?? id;
