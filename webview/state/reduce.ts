import type { HostMessage } from '../../extension/protocol/inspectorMessages.ts';
import {
  inspectorLimits,
  type InspectorNavigation,
  type InspectorSearch,
} from '../../extension/protocol/inspectorNavigation.ts';
import { sideQueriesAnswered, reduceSideQueries } from './sideQueries.ts';
import { changedSearch } from './changedSearch.ts';
import type { InspectorAction } from './inspectorAction.ts';
import { initialState, type InspectorState } from './inspectorState.ts';
import { searchAnswered } from './searchAnswered.ts';
import { draftsFor, freshDraft, reduceReview, reviewAnswered } from '../review/review.ts';

const received = (before: InspectorState, message: HostMessage): InspectorState => {
  const sideQueries = sideQueriesAnswered(before.sideQueries, message);
  const review = reviewAnswered(before.review, message);
  const state =
    sideQueries === before.sideQueries && review === before.review ? before : { ...before, sideQueries, review };
  switch (message.type) {
    case 'init':
      return {
        ...state,
        palace: message.palace,
        profiles: message.profiles,
        commands: message.commands,
        searches: message.searches,
        // It said why there was no answer.
        notice: state.palace === null ? null : state.notice,
        // The panel's restored state is newer than the host's.
        navigation:
          state.navigation.search.query === '' && message.navigation !== null
            ? message.navigation
            : state.navigation,
      };
    case 'searches':
      return { ...state, searches: message.searches };
    case 'status':
      return { ...state, palace: message.palace };
    case 'profiles':
      return { ...state, profiles: message.profiles };
    case 'commands':
      return { ...state, commands: message.commands };
    case 'result':
    case 'cancelled':
    case 'error':
    case 'drawerStates':
    case 'pinned':
    case 'drawerChanged':
      return searchAnswered(state, message);
    case 'erased':
      return withoutQuotations(state);
    case 'showSearch':
      return { ...state, navigation: askedElsewhere(state.navigation, message.search) };
    case 'showPlan':
      return {
        ...state,
        navigation: { ...state.navigation, tab: 'review' },
        look: { ...state.look, ...draftsFor(state.look, message.plan.id) },
      };
    case 'announce':
    case 'focusSearch':
    case 'plan':
    case 'whyNot':
    case 'ranking':
    case 'packet':
    case 'growth':
      return state;
  }
};

/**
 * The results of a search of another part of the editor, which knows nothing of the choices here: only how much is told and recorded
 * stays.
 */
const askedElsewhere = (
  { history, search: { explain, candidateTrace, dryRun } }: InspectorNavigation,
  search: Partial<InspectorSearch>,
): InspectorNavigation => ({
  tab: 'results',
  history,
  search: { query: '', profile: null, filter: {}, k: null, explain, candidateTrace, dryRun, ...search },
});

/** Keeps the tab, the options of the search and how things look; texts, queries, filters and decisions go. */
const withoutQuotations = ({ palace, profiles, commands, navigation, look }: InspectorState): InspectorState => ({
  ...initialState,
  palace,
  profiles,
  commands,
  navigation: { tab: navigation.tab, search: { ...navigation.search, query: '', filter: {} }, history: [] },
  look: { ...look, openDrawers: [], openedFor: '', review: null, otherReviews: [] },
});

const remembered = (history: readonly string[], query: string): string[] =>
  query.trim() === '' || query.length > inspectorLimits.query
    ? [...history]
    : [query, ...history.filter((earlier) => earlier !== query)].slice(0, inspectorLimits.history);

/** State and action to the next state. Pure; knows every message that the protocol lets through. Long because each action has one case. */
export const reduce = (state: InspectorState, action: InspectorAction): InspectorState => {
  const { navigation, look } = state;
  switch (action.type) {
    case 'received':
      return received(state, action.message);
    case 'restored':
      return {
        ...state,
        navigation: action.navigation ?? navigation,
        look: action.look ?? look,
        lost: action.lost ?? [],
      };
    case 'searchEdited':
      return { ...state, navigation: { ...navigation, search: changedSearch(navigation.search, action.change) } };
    case 'searchStarted': {
      const { requestId, search, similarTo = null } = action;
      return {
        ...state,
        failure: null,
        pending: { requestId, search, similarTo, noticed: false },
        navigation: { ...navigation, search, history: remembered(navigation.history, search.query) },
        look: search.query === look.openedFor ? look : { ...look, openDrawers: [], openedFor: search.query },
      };
    }
    case 'searchNoticed':
      return state.pending?.requestId === action.requestId
        ? { ...state, pending: { ...state.pending, noticed: true } }
        : state;
    case 'searchCancelled':
      return { ...state, pending: null };
    case 'whyNotAsked':
    case 'rankingAsked':
    case 'packetAsked':
    case 'growthAsked':
    case 'rankingsChosen':
      return { ...state, sideQueries: reduceSideQueries(state.sideQueries, action) };
    case 'planAsked':
    case 'reviewQuestionClosed':
      return { ...state, review: reduceReview(state.review, action) };
    case 'reviewDecided': {
      const draft = look.review ?? (state.review.plan === null ? null : freshDraft(state.review.plan.id));
      return draft === null
        ? state
        : {
            ...state,
            review: reduceReview(state.review, action),
            look: { ...look, review: { ...draft, ...action.change } },
          };
    }
    case 'noticeClosed':
      return action.closed === 'notice'
        ? { ...state, notice: null }
        : { ...state, lost: state.lost.filter((what) => what !== action.closed) };
    case 'tabChosen':
      return { ...state, navigation: { ...navigation, tab: action.tab } };
    case 'lookChanged':
      return { ...state, look: { ...look, ...action.change } };
  }
};
