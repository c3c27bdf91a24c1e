import type { ErrorText } from './errorText.ts';
import { PalaceError } from './palaceError.ts';

/** Throws E_CANCELLED with this message, for a person, once the signal is aborted. */
export const stopIfAborted = (signal: AbortSignal | undefined, message: string | ErrorText): void => {
  if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', message);
};
