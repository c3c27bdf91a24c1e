import type { DrawerChange, SourceFreshness } from '../../../extension/protocol/inspectorMessages.ts';

/** The current state of a result's drawer: its source (if it was checked), whether it is pinned, and what has become of it. */
export interface SinceSearch {
  readonly freshness: SourceFreshness | undefined;
  readonly pinned: boolean;
  readonly change: DrawerChange | undefined;
}
