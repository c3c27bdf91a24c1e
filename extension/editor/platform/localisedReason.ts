import { localReason } from '../../palace/contract/search/localReason.ts';
import type { Localiser } from './localiser.ts';

/** A sentence of the engine (`reasonTexts.ts`) in the display language. */
export const localisedReason = (reason: string, localiser: Localiser): string =>
  localReason(
    reason,
    (text, ...values) => localiser.t(text, ...values),
    (value, digits) => (digits === 0 ? localiser.count(value) : localiser.decimal(value, digits)),
  );
