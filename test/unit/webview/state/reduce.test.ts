import { expect, test } from 'vitest';
import type { HostMessage } from '../../../../extension/protocol/inspectorMessages.ts';
import { initialSearch, initialState, type InspectorState } from '../../../../webview/state/inspectorState.ts';
import { panelContent } from '../../../../webview/state/panelContent.ts';
import { reduce } from '../../../../webview/state/reduce.ts';
import { noResult, sampleResult } from '../../../fixtures/inspector/sampleResults.ts';
import { samplePlan } from '../../../fixtures/inspector/samplePlan.ts';
import type { InspectorAction } from '../../../../webview/state/inspectorAction.ts';
import { samplePalace } from '../../../fixtures/inspector/samplePalace.ts';

const receive = (state: InspectorState, message: HostMessage): InspectorState =>
  reduce(state, { type: 'received', message });
const search = { ...initialSearch, query: 'berth' };
const init: HostMessage = {
  type: 'init',
  palace: samplePalace,
  profiles: { names: ['default'], current: 'default' },
  navigation: null,
  searches: { recent: [], starred: [] },
  commands: [],
};
const begun = receive(initialState, init);
const asked = reduce(begun, { type: 'searchStarted', requestId: 'a', search });
const answered = receive(asked, { type: 'result', requestId: 'a', result: sampleResult(0) });

test('a result belongs to the search that waits for it, and to no other', () => {
  expect(answered.run?.requestId).toBe('a');
  expect(receive(asked, { type: 'result', requestId: 'b', result: sampleResult(0) })).toBe(asked);
  expect(receive(answered, { type: 'result', requestId: 'a', result: sampleResult(0) })).toBe(answered);
});

test('other profiles than before can be chosen', () => {
  const profiles = { names: ['default', 'mine'], current: 'mine' };
  expect(receive(answered, { type: 'profiles', profiles })).toEqual({ ...answered, profiles });
});

test('an error of an older search changes nothing', () => {
  const error = { type: 'error', code: 'E_SQL', message: 'm', remedy: 'r' } as const;
  expect(receive(asked, { ...error, requestId: 'old' })).toBe(asked);
  expect(receive(asked, { ...error, requestId: 'a' }).failure?.code).toBe('E_SQL');
});

test('a failed action leaves the results in view', () => {
  const failed = receive(answered, {
    type: 'error',
    requestId: null,
    code: 'E_DRAWER_NOT_FOUND',
    message: 'm',
    remedy: 'r',
  });
  expect(panelContent(failed).kind).toBe('run');
  expect(failed.notice?.code).toBe('E_DRAWER_NOT_FOUND');
  expect(reduce(failed, { type: 'noticeClosed', closed: 'notice' }).notice).toBeNull();
});

test('a page that the palace’s failure was told first shows what is found later, and no longer the failure', () => {
  const failed = receive(initialState, {
    type: 'error',
    requestId: null,
    code: 'E_SQL',
    message: 'm',
    remedy: 'r',
  });
  expect(panelContent(failed).kind).toBe('failed');
  const searched = reduce(failed, { type: 'searchStarted', requestId: 'a', search });
  expect(panelContent(receive(searched, { type: 'result', requestId: 'a', result: sampleResult(0) })).kind).toBe(
    'run',
  );
  expect(receive(failed, init).notice).toBeNull();
  expect(panelContent(receive(failed, init)).kind).toBe('invitation');
});

test('decisions on a plan and edited summaries wait while another plan is looked at', () => {
  const show = (state: InspectorState, id: string): InspectorState =>
    receive(state, { type: 'showPlan', plan: { ...samplePlan(0), id }, applied: null, restored: null });
  const decided = reduce(show(begun, 'a'), {
    type: 'reviewDecided',
    change: { summaries: { g1: 'my words' }, rejected: ['d'], open: ['d'] },
  });
  const other = show(decided, 'b');
  expect(other.look.review).toMatchObject({ planId: 'b', summaries: {}, rejected: [] });
  const back = show(show(other, 'c'), 'a');
  expect(back.look.review).toEqual(decided.look.review);
  expect(back.look.otherReviews, 'without those of which nothing was decided').toEqual([]);
});

test('drawer states join the run they belong to', () => {
  const states: HostMessage = {
    type: 'drawerStates',
    requestId: 'a',
    states: [{ drawerId: 'd', freshness: 'changed' }],
  };
  expect(receive(answered, states).run?.freshness.get('d')).toBe('changed');
  expect(receive(answered, { ...states, requestId: 'b' })).toBe(answered);
});

test('earlier queries are kept once each, newest first, at most fifty', () => {
  let state = begun;
  for (let n = 0; n < 60; n += 1)
    state = reduce(state, { type: 'searchStarted', requestId: String(n), search: { ...search, query: `q${n}` } });
  state = reduce(state, { type: 'searchStarted', requestId: 'x', search: { ...search, query: 'q30' } });
  expect(state.navigation.history.slice(0, 2)).toEqual(['q30', 'q59']);
  expect(state.navigation.history.length).toBe(50);
  expect(state.navigation.history.filter((query) => query === 'q30').length).toBe(1);
  const long = { ...search, query: 'x'.repeat(10_001) };
  state = reduce(state, { type: 'searchStarted', requestId: 'y', search: long });
  expect(state.navigation.history[0], 'one that can’t be searched').toBe('q30');
});

test('open rows stay open while the same query is repeated, and close with another', () => {
  const opened = reduce(answered, { type: 'lookChanged', change: { openDrawers: ['d'] } });
  const again = reduce(opened, { type: 'searchStarted', requestId: 'b', search: { ...search, explain: false } });
  expect(again.look.openDrawers).toEqual(['d']);
  expect(
    reduce(again, { type: 'searchStarted', requestId: 'c', search: { ...search, query: 'other' } }).look
      .openDrawers,
  ).toEqual([]);
});

test('what this panel remembers wins over what the host kept', () => {
  const kept: HostMessage = {
    ...init,
    navigation: { tab: 'timing', search: { ...search, query: 'kept' }, history: [] },
  };
  expect(receive(initialState, kept).navigation.search.query).toBe('kept');
  const own = reduce(initialState, { type: 'searchEdited', change: { query: 'own' } });
  expect(receive(own, kept).navigation.search.query).toBe('own');
});

test('the panel shows what the state calls for', () => {
  const kind = (state: InspectorState): string => panelContent(state).kind;
  expect(kind(initialState)).toBe('starting');
  expect(kind(begun)).toBe('invitation');
  expect(kind(receive(initialState, { ...init, palace: { ...samplePalace, drawers: 0, archived: 0 } }))).toBe(
    'empty',
  );
  expect(kind(asked)).toBe('starting');
  expect(kind(reduce(asked, { type: 'searchNoticed', requestId: 'a' }))).toBe('loading');
  expect(kind(answered)).toBe('run');
  expect(kind(receive(asked, { type: 'result', requestId: 'a', result: noResult() }))).toBe('noResults');
  expect(
    kind(
      receive(asked, {
        type: 'result',
        requestId: 'a',
        result: { ...noResult(), error: { code: 'E_MODEL_MISMATCH', message: 'm', remedy: 'r' } },
      }),
    ),
  ).toBe('failed');
  expect(
    kind(
      receive(initialState, {
        type: 'error',
        requestId: null,
        code: 'E_PALACE_DAMAGED',
        message: 'm',
        remedy: 'r',
      }),
    ),
  ).toBe('failed');
});

test('a repeated query keeps the last results in view while it runs, another does not', () => {
  const repeated = reduce(
    reduce(answered, { type: 'searchStarted', requestId: 'b', search: { ...search, k: 20 } }),
    { type: 'searchNoticed', requestId: 'b' },
  );
  expect(panelContent(repeated)).toMatchObject({ kind: 'run', busy: true });
  const other = reduce(
    reduce(answered, { type: 'searchStarted', requestId: 'b', search: { ...search, query: 'x' } }),
    { type: 'searchNoticed', requestId: 'b' },
  );
  expect(panelContent(other).kind).toBe('loading');
});

test('after an erasure nothing is left that a person or a drawer said, in what is shown and in what is kept', () => {
  const plan = samplePlan(0);
  const full = [
    { type: 'received', message: { type: 'showPlan', plan, applied: null, restored: null } },
    { type: 'reviewDecided', change: { summaries: { g1: 'a quotation' }, open: ['d'] } },
    { type: 'lookChanged', change: { openDrawers: ['d'], scoresAs: 'table' } },
    { type: 'tabChosen', tab: 'review' },
  ].reduce((state, action) => reduce(state, action as InspectorAction), answered);
  const after = receive(full, { type: 'erased' });
  expect(after).toEqual({
    ...begun,
    navigation: { tab: 'review', search: { ...search, query: '' }, history: [] },
    look: { ...begun.look, scoresAs: 'table' },
  });
});

test('what has become of a result’s drawers belongs to that result, whose scores stay; the next one begins anew', () => {
  const change = (state: InspectorState, to: 'archived' | null): InspectorState =>
    receive(state, { type: 'drawerChanged', drawerId: 'd', change: to });
  const changed = change(answered, 'archived');
  expect(changed.run).toEqual({ ...answered.run, changes: new Map([['d', 'archived']]) });
  expect(change(changed, null)).toEqual(answered);
  expect(change(begun, 'archived')).toBe(begun);
  const again = reduce(changed, { type: 'searchStarted', requestId: 'b', search });
  expect(again.run?.changes.size).toBe(1);
  expect(receive(again, { type: 'result', requestId: 'b', result: sampleResult(0) }).run?.changes.size).toBe(0);
});
