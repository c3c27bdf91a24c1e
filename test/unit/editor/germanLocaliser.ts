import german from '../../../l10n/bundle.l10n.de.json' with { type: 'json' };
import type { Localiser } from '../../../extension/editor/platform/localiser.ts';
import { english } from './localiser.ts';

const texts: Readonly<Record<string, string>> = german;

/** German texts, with numbers and dates as in English. */
export const inGerman: Localiser = {
  ...english,
  t: (text, ...values) => english.t(texts[text] ?? text, ...values),
};
