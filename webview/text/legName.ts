import { translatable, type Translate } from './translate.ts';

const legNames: Readonly<Record<string, string>> = {
  lexical: translatable('keyword'),
  dense: translatable('semantic'),
  closets: translatable('closets'),
  graph: translatable('graph'),
};

/** What a search's leg is called; one that is not known, by its own name. */
export const legName = (leg: string, t: Translate): string => t(legNames[leg] ?? leg);
