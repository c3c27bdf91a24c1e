import type { InspectorFilter } from '../../extension/protocol/inspectorNavigation.ts';
import type { Failure } from '../host/failure.ts';
import type { Translate } from '../text/translate.ts';
import type { InspectorState, SearchRun } from './inspectorState.ts';
import { vocabularyText } from '../text/vocabularyText.ts';

/** What the panel below the tabs has to show, whichever tab is chosen. */
export type PanelContent =
  /** Nothing to show yet: too early for a message about loading. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'invitation' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'noResults'; readonly run: SearchRun }
  | { readonly kind: 'run'; readonly run: SearchRun; readonly busy: boolean };

/** Decides by the state alone. A running search keeps the last results in view while it repeats the same query. */
export const panelContent = ({ palace, run, pending, failure, notice }: InspectorState): PanelContent => {
  if (failure !== null) return { kind: 'failed', failure };
  if (palace === null && notice !== null && run === null && pending === null)
    return { kind: 'failed', failure: notice };
  const sameQuery =
    run !== null &&
    pending !== null &&
    run.search.query === pending.search.query &&
    run.similarTo?.drawerId === pending.similarTo?.drawerId;
  if (pending?.noticed === true && !sameQuery) return { kind: 'loading' };
  if (run === null) {
    if (palace === null || pending !== null) return { kind: 'starting' };
    return { kind: palace.drawers + palace.archived === 0 ? 'empty' : 'invitation' };
  }
  const { error } = run.result;
  if (error !== undefined && run.result.results.length === 0) return { kind: 'failed', failure: error };
  if (run.result.results.length === 0) return { kind: 'noResults', run };
  return { kind: 'run', run, busy: pending?.noticed === true };
};

/** The conditions of a filter, one line each, for a sentence such as “Nothing found in wing notes, tier longterm.” */
export const filterConditions = (
  { wing = [], room = [], type = [], tier = [], after, before }: InspectorFilter,
  t: Translate,
): readonly string[] => [
  ...(wing.length === 0 ? [] : [t('wing {0}', wing.join(' / '))]),
  ...(room.length === 0 ? [] : [t('room {0}', room.join(' / '))]),
  ...(type.length === 0 ? [] : [t('type {0}', type.map((word) => vocabularyText(word, t)).join(' / '))]),
  ...(tier.length === 0 ? [] : [t('tier {0}', tier.map((word) => vocabularyText(word, t)).join(' / '))]),
  ...(after === undefined ? [] : [t('filed from {0}', after.slice(0, 10))]),
  ...(before === undefined ? [] : [t('filed before {0}', before.slice(0, 10))]),
];
