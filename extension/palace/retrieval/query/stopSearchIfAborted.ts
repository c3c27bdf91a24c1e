import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';

/** Throws E_CANCELLED once the search is cancelled. */
export const stopSearchIfAborted = (signal: AbortSignal | undefined): void =>
  stopIfAborted(signal, 'The search was cancelled.');
