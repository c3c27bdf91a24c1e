import { containsPhrase } from '../lexical/phrase.ts';
import type { ParsedQuery } from '../lexical/queryParser.ts';
import { lexicalQuery } from '../lexical/lexicalQuery.ts';
import type { DrawerScope } from '../model/drawerScope.ts';
import type { SearchDependencies } from './searchRequest.ts';

/** Texts read at a time while phrases are checked. */
const batch = 500;

/** The scope without the drawers that lack one of the quoted phrases or hold an excluded word. */
export const phraseScope = (
  { phrases, excluded }: ParsedQuery, scope: DrawerScope, { lexical, catalogue, read }: Pick<SearchDependencies, 'lexical' | 'catalogue' | 'read'>,
): DrawerScope => {
  const allowed = lexical.without(lexicalQuery(lexical.analyser, '', excluded).excluded, scope);
  if (phrases.length === 0) return allowed;
  const terms = lexical.analyser.terms(phrases.join(' '));
  const slots = [...lexical.slotsHolding(terms, allowed)];
  const mask = new Uint8Array(scope.mask.length);
  let count = 0;
  for (let first = 0; first < slots.length; first += batch) {
    for (const drawer of read.drawersByRowid(slots.slice(first, first + batch).map((slot) => catalogue.rowidOf(slot)))) {
      const slot = catalogue.slotOfRowid(drawer.rowid);
      if (slot === undefined || !phrases.every((phrase) => containsPhrase(drawer.text, phrase, lexical.analyser))) continue;
      mask[slot] = 1;
      count++;
    }
  }
  return { mask, count };
};
