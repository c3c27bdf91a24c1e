import type { SourceFreshness } from '../../../extension/protocol/inspectorMessages.ts';

/** The current state of a result's drawer: its source (if it was checked), and whether it is pinned. */
export interface SinceSearch {
  readonly freshness: SourceFreshness | undefined;
  readonly pinned: boolean;
}
