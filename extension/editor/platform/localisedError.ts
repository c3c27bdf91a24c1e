import type { ErrorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { localisedReason } from './localisedReason.ts';
import type { Localiser } from './localiser.ts';

/** What went wrong and what to do about it, in the display language. Its English is for the log. */
interface LocalisedError {
  readonly message: string;
  readonly remedy: string;
}

export const localisedError = (thrown: unknown, localiser: Localiser): LocalisedError => {
  const { messageText, remedyText } = PalaceError.from(thrown);
  return { message: said(messageText, localiser), remedy: said(remedyText, localiser) };
};

/** A text without values may be a sentence of the engine as a whole, as what is wrong with a palace is. */
const said = ({ template, values, reasons = [] }: ErrorText, localiser: Localiser): string =>
  values.length === 0
    ? localisedReason(template, localiser)
    : localiser.t(
        template,
        ...values.map((value, place) =>
          reasons.includes(place) ? localisedReason(value, localiser) : grouped(value, localiser),
        ),
      );

/** A number that `groupedNumber` wrote gets the language's own groups. */
const grouped = (value: string, { count }: Localiser): string =>
  /^\d{1,3}(?:,\d{3})+$/.test(value) ? count(Number(value.replaceAll(',', ''))) : value;
