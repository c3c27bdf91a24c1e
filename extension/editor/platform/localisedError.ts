import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { Localiser } from './localiser.ts';

/** What went wrong and what to do about it, in the display language. Its English is for the log. */
export interface LocalisedError {
  readonly message: string;
  readonly remedy: string;
}

export const localisedError = (thrown: unknown, { t }: Localiser): LocalisedError => {
  const { messageText, remedyText } = PalaceError.from(thrown);
  return {
    message: t(messageText.template, ...messageText.values),
    remedy: t(remedyText.template, ...remedyText.values),
  };
};
