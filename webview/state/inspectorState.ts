import type { SearchResult } from '../../extension/palace/contract/search/searchResult.ts';
import type {
  DrawerChange,
  InspectorCommand,
  SourceFreshness,
} from '../../extension/protocol/inspectorMessages.ts';
import type { InspectorNavigation, InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import type { PalaceSummary } from '../../extension/protocol/palaceSummary.ts';
import { noSideQueries, type SideQueries } from './sideQueries.ts';
import type { Failure } from '../host/failure.ts';
import { noReview, type Review, type ReviewDraft } from '../review/review.ts';

/** The drawer to which a list shows the nearest ones. */
export interface SimilarTo {
  readonly drawerId: string;
  readonly title: string;
  /** How many were asked for; absent: as many as the settings say. */
  readonly k?: number;
}

/** One finished search: the request, the answer, and what has become known about its drawers and their sources since. */
export interface SearchRun {
  readonly requestId: string;
  readonly search: InspectorSearch;
  readonly result: SearchResult;
  /** How many results were asked for; null if that is not known. */
  readonly wantedResults: number | null;
  readonly freshness: ReadonlyMap<string, SourceFreshness>;
  /** Drawers that were pinned (true) or unpinned since. */
  readonly pinned: ReadonlyMap<string, boolean>;
  /** Drawers of the result that have changed since. */
  readonly changes: ReadonlyMap<string, DrawerChange>;
  /** Null for a search by query. */
  readonly similarTo: SimilarTo | null;
}

interface PendingSearch {
  readonly requestId: string;
  readonly search: InspectorSearch;
  /** It has run long enough to be shown as running. */
  readonly noticed: boolean;
  readonly similarTo: SimilarTo | null;
}

/** What of a saved state was too large to be kept: decisions on a plan, or names of a filter. */
export type LostState = 'decisions' | 'filter';

/** The inspector's appearance. Kept over a reload; the host does not need it. */
export interface InspectorLook {
  readonly filtersOpen: boolean;
  readonly scoresAs: 'chart' | 'table';
  /** Whether an open row shows its score step by step. */
  readonly scoreDetail: boolean;
  /** IDs of the drawers whose rows are open. */
  readonly openDrawers: readonly string[];
  /** The query in whose results they were opened. */
  readonly openedFor: string;
  /** Decisions on the plan that is reviewed. */
  readonly review: ReviewDraft | null;
  /** Those on plans that were reviewed before, the latest first. */
  readonly otherReviews: readonly ReviewDraft[];
}

/**
 * All state, by owner. Resource (palace, profiles, run, pending, failure, sideQueries, review): the host's, never
 * persisted. Navigation: the person's, persisted here and by the host. Look: persisted here. Anything derived from these
 * is computed when drawn.
 */
export interface InspectorState {
  readonly palace: PalaceSummary | null;
  readonly profiles: { readonly names: readonly string[]; readonly current: string };
  readonly commands: readonly InspectorCommand[];
  /** Searches that can be made again: the last ones, newest first, and the starred ones. */
  readonly searches: { readonly recent: readonly string[]; readonly starred: readonly string[] };
  readonly run: SearchRun | null;
  readonly pending: PendingSearch | null;
  /** Why the last search gave nothing. */
  readonly failure: Failure | null;
  /** Something else that failed: an action, or the palace itself. */
  readonly notice: Failure | null;
  /** What a reload could not bring back. */
  readonly lost: readonly LostState[];
  readonly sideQueries: SideQueries;
  readonly review: Review;
  readonly navigation: InspectorNavigation;
  readonly look: InspectorLook;
}

export const initialSearch: InspectorSearch = {
  query: '',
  profile: null,
  filter: {},
  k: null,
  explain: true,
  candidateTrace: false,
  dryRun: false,
};

export const initialState: InspectorState = {
  palace: null,
  profiles: { names: [], current: '' },
  commands: [],
  searches: { recent: [], starred: [] },
  run: null,
  pending: null,
  failure: null,
  notice: null,
  lost: [],
  sideQueries: noSideQueries,
  review: noReview,
  navigation: { tab: 'results', search: initialSearch, history: [] },
  look: {
    filtersOpen: false,
    scoresAs: 'chart',
    scoreDetail: true,
    openDrawers: [],
    openedFor: '',
    review: null,
    otherReviews: [],
  },
};
