import type { Failure } from '../host/failure.ts';
import { changedText, counted } from '../score/counted.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import type { Translate } from '../text/translate.ts';

/** What can be new of a search, or of what a person asked for beside it. */
export type Heard = Pick<InspectorState, 'run' | 'failure' | 'notice'>;

const failureText = ({ message, remedy }: Failure): string => `${message} ${remedy}`;

/**
 * What a screen reader is told when the state changes: what a search found, that it is no longer so, or why it or something else
 * failed; null if there is no news.
 */
export const searchNews = (before: Heard, { run, failure, notice }: Heard, t: Translate): string | null => {
  if (failure !== null && failure !== before.failure) return failureText(failure);
  if (notice !== null && notice !== before.notice) return failureText(notice);
  if (run === null) return null;
  if (run.requestId === before.run?.requestId)
    return run.changes.size > 0 && before.run.changes.size === 0 ? changedText(run.changes.size, t) : null;
  const { error, results } = run.result;
  if (results.length > 0) return counted(results.length, '1 result.', '{0} results.', t);
  return error === undefined ? t('Nothing found.') : failureText(error);
};
