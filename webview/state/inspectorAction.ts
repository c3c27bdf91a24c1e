import type { HostMessage } from '../../extension/protocol/inspectorMessages.ts';
import type { InspectorNavigation, InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import type { SideQueryAction } from './sideQueries.ts';
import type { ReviewAction } from '../review/review.ts';
import type { InspectorLook, LostState, SimilarTo } from './inspectorState.ts';

/** Everything that can change the state: a message of the host, or something that a person did. */
export type InspectorAction =
  | SideQueryAction
  | ReviewAction
  | { readonly type: 'received'; readonly message: HostMessage }
  | {
      readonly type: 'restored';
      readonly navigation: InspectorNavigation | null;
      readonly look: InspectorLook | null;
      readonly lost?: readonly LostState[];
    }
  | { readonly type: 'searchEdited'; readonly change: Partial<InspectorSearch> }
  | {
      readonly type: 'searchStarted';
      readonly requestId: string;
      readonly search: InspectorSearch;
      readonly similarTo?: SimilarTo;
    }
  | { readonly type: 'searchNoticed'; readonly requestId: string }
  | { readonly type: 'searchCancelled' }
  | { readonly type: 'noticeClosed'; readonly closed: 'notice' | LostState }
  | { readonly type: 'tabChosen'; readonly tab: string }
  | { readonly type: 'lookChanged'; readonly change: Partial<InspectorLook> };
