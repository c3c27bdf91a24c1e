import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import type { DrawerChange } from '../../protocol/inspectorMessages.ts';

/** What a row shows of a drawer that can change, besides its pin and the archive: its text never does. */
const shown = ['wing', 'room', 'type', 'tier', 'sensitive'] as const;

/** What has become of a drawer since it was found; null if it is as it was. `isReplaced`: another one has taken its place since. */
export const drawerChange = (hit: SearchHit, now: DrawerView, isReplaced: boolean): DrawerChange | null => {
  if (isReplaced || (now.archived && !hit.archived && now.superseded_by !== null)) return 'replaced';
  if (now.archived !== hit.archived) return now.archived ? 'archived' : 'restored';
  return shown.some((field) => now[field] !== hit[field]) ? 'changed' : null;
};
