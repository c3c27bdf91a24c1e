import type { SourceFreshness } from '../../../extension/protocol/inspectorMessages.ts';

/** What is known of a result's drawer now: its source (if that was looked at), and whether it is pinned. */
export interface SinceSearch {
  readonly freshness: SourceFreshness | undefined;
  readonly pinned: boolean;
}
