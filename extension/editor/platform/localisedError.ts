import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { Localiser } from './localiser.ts';

/** What went wrong and what to do about it, in the display language. Its English is for the log. */
export interface LocalisedError {
  readonly message: string;
  readonly remedy: string;
}

export const localisedError = (thrown: unknown, { t, count }: Localiser): LocalisedError => {
  const { messageText, remedyText } = PalaceError.from(thrown);
  /** A number that `groupedNumber` wrote gets the language's own groups. */
  const grouped = (value: string): string =>
    /^\d{1,3}(?:,\d{3})+$/.test(value) ? count(Number(value.replaceAll(',', ''))) : value;
  return {
    message: t(messageText.template, ...messageText.values.map(grouped)),
    remedy: t(remedyText.template, ...remedyText.values.map(grouped)),
  };
};
