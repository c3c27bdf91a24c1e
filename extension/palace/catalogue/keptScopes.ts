import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';

/** How many filters' scopes are kept. */
const most = 4;

/** The scopes computed since the last change, because searches between two changes ask for the same ones. */
export class KeptScopes {
  #scopes = new RecentlyUsed<string, DrawerScope>(most);
  #isEmpty = true;

  /** The filter's scope, computed if it is not kept. */
  of(filter: DrawerFilter, compute: () => DrawerScope): DrawerScope {
    // The catalogue doesn't keep tags, so a tag's drawers may change unnoticed.
    if (filter.tags !== undefined) return compute();
    const key = JSON.stringify(filter);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope = compute();
    this.#scopes.set(key, scope);
    this.#isEmpty = false;
    return scope;
  }

  forget(): void {
    if (this.#isEmpty) return;
    this.#scopes = new RecentlyUsed(most);
    this.#isEmpty = true;
  }
}
