import type { Drawer } from '../../model/drawer/drawer.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import type { ReplacedBy } from '../candidates/candidate.ts';
import { drawerTitle } from '../candidates/drawerTitle.ts';
import { newestReplacement } from './replacementChain.ts';

/** The drawer that one is marked as replaced by, if that is still in use. */
export const markedReplacement = (
  drawer: Drawer,
  read: Pick<DrawerReads, 'drawerById'>,
): ReplacedBy | undefined => {
  const id = newestReplacement(drawer, (other) => read.drawerById(other));
  const newest = id === undefined ? undefined : read.drawerById(id);
  return newest === undefined ? undefined : { id: newest.id, title: drawerTitle(newest), marked: true };
};
