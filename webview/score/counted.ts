import { formatCount } from './numberFormat.ts';
import { translatable, type Translate } from '../text/translate.ts';

/** A number of things in words: first the text for one, then the text for more, with `{0}` for the number. */
export const counted = (count: number, one: string, many: string, t: Translate): string =>
  count === 1 ? t(one) : t(many, formatCount(count));

export const drawersText = (count: number, t: Translate): string =>
  counted(count, translatable('1 drawer'), translatable('{0} drawers'), t);
export const resultsText = (count: number, t: Translate): string =>
  counted(count, translatable('1 result'), translatable('{0} results'), t);
export const summariesText = (count: number, t: Translate): string =>
  counted(count, translatable('1 summary'), translatable('{0} summaries'), t);
export const changedText = (count: number, t: Translate): string =>
  counted(
    count,
    translatable('1 result has changed since this search.'),
    translatable('{0} results have changed since this search.'),
    t,
  );
