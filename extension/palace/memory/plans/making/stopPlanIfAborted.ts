import { stopIfAborted } from '../../../model/errors/stopIfAborted.ts';

/** Throws E_CANCELLED once the making of a plan is cancelled. */
export const stopPlanIfAborted = (signal: AbortSignal | undefined): void =>
  stopIfAborted(signal, 'Making the plan was cancelled; nothing was written.');
