import { localReason } from '../../extension/palace/contract/search/localReason.ts';
import { formatCount, formatDecimal } from './numberFormat.ts';
import type { Translate } from '../text/translate.ts';

/** A reason of the engine in the page's language, with its numbers like those around it. */
export const reasonText = (reason: string, t: Translate): string =>
  localReason(reason, t, (value, digits) => (digits === 0 ? formatCount(value) : formatDecimal(value, digits)));
