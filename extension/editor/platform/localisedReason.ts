import { localReason } from '../../palace/contract/search/localReason.ts';
import { errorTable } from '../../palace/model/errors/palaceError.ts';
import type { Localiser } from './localiser.ts';

const remedies: readonly string[] = Object.values(errorTable);

/** A sentence of the engine (`reasonTexts.ts`) in the display language, with the remedy that may follow it. */
export const localisedReason = (reason: string, localiser: Localiser): string => {
  const remedy = remedies.find((each) => reason.endsWith(` ${each}`));
  return remedy === undefined
    ? inOwnWords(reason, localiser)
    : `${inOwnWords(reason.slice(0, -remedy.length - 1), localiser)} ${localiser.t(remedy)}`;
};

const inOwnWords = (reason: string, localiser: Localiser): string =>
  localReason(
    reason,
    (text, ...values) => localiser.t(text, ...values),
    (value, digits) => (digits === 0 ? localiser.count(value) : localiser.decimal(value, digits)),
  );
