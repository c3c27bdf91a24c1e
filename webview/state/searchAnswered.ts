import type { HostMessage } from '../../extension/protocol/inspectorMessages.ts';
import { failureOf } from '../host/failure.ts';
import type { InspectorState } from './inspectorState.ts';
import { sideQueriesOfNewRun } from './sideQueries.ts';

/** A message that answers the pending search, or adds to what is known about the results of the last one. */
type SearchAnswer = Extract<
  HostMessage,
  { readonly type: 'result' | 'cancelled' | 'error' | 'drawerStates' | 'pinned' | 'drawerChanged' }
>;

/** Puts an answer where its search waits. One to a search that was superseded or cancelled changes nothing. */
export const searchAnswered = (state: InspectorState, message: SearchAnswer): InspectorState => {
  switch (message.type) {
    case 'result': {
      if (state.pending?.requestId !== message.requestId) return state;
      const { requestId, search, similarTo } = state.pending;
      return {
        ...state,
        pending: null,
        failure: null,
        sideQueries: sideQueriesOfNewRun(state.sideQueries),
        run: {
          requestId,
          search,
          similarTo,
          result: message.result,
          wantedResults: message.wantedResults ?? null,
          freshness: new Map(),
          pinned: new Map(),
          changes: new Map(),
        },
      };
    }
    case 'cancelled':
      return state.pending?.requestId === message.requestId ? { ...state, pending: null } : state;
    case 'error': {
      const failure = failureOf(message);
      if (message.requestId === null) return { ...state, notice: failure }; // it belongs to no search
      return state.pending?.requestId === message.requestId ? { ...state, pending: null, failure } : state;
    }
    case 'drawerStates': {
      if (state.run?.requestId !== message.requestId) return state;
      const freshness = new Map(state.run.freshness);
      for (const { drawerId, freshness: found } of message.states) freshness.set(drawerId, found);
      return { ...state, run: { ...state.run, freshness } };
    }
    case 'pinned': {
      if (state.run === null) return state;
      const pinned = new Map(state.run.pinned).set(message.drawerId, message.pinned);
      return { ...state, run: { ...state.run, pinned } };
    }
    case 'drawerChanged': {
      if (state.run === null) return state;
      const changes = new Map(state.run.changes);
      if (message.change === null) changes.delete(message.drawerId);
      else changes.set(message.drawerId, message.change);
      return { ...state, run: { ...state.run, changes } };
    }
  }
};
