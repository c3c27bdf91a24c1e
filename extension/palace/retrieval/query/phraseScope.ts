import { withoutExcluded } from '../../lexical/exclusion.ts';
import { containsPhrase } from '../../lexical/phrase.ts';
import type { ParsedQuery } from '../../lexical/queryParser.ts';
import { lexicalQuery } from '../../lexical/lexicalQuery.ts';
import type { DrawerScope } from '../../model/drawerScope.ts';
import type { SearchDependencies } from './searchRequest.ts';

/** Texts read at a time while phrases are checked. */
const batch = 500;

/** The scope without drawers that lack a quoted phrase or hold an excluded word or phrase. */
export const phraseScope = (
  { phrases, excluded, excludedPhrases }: ParsedQuery,
  scope: DrawerScope,
  dependencies: Pick<SearchDependencies, 'lexical' | 'catalogue' | 'read'>,
): DrawerScope => {
  const { lexical } = dependencies;
  let allowed = withoutExcluded(lexical, lexicalQuery(lexical.analyser, '', excluded).excluded, scope);
  for (const phrase of phrases)
    allowed = maskOf(slotsContaining(phrase, allowed, dependencies), scope.mask.length);
  for (const phrase of excludedPhrases) {
    const mask = allowed.mask.slice();
    const slots = slotsContaining(phrase, allowed, dependencies);
    for (const slot of slots) mask[slot] = 0;
    allowed = { mask, count: allowed.count - slots.length };
  }
  return scope.history === undefined ? allowed : { ...allowed, history: scope.history };
};

/** Slots whose text holds the phrase: the index finds those with its words, their texts show whether the words are in order. */
const slotsContaining = (
  phrase: string,
  scope: DrawerScope,
  { lexical, catalogue, read }: Pick<SearchDependencies, 'lexical' | 'catalogue' | 'read'>,
): number[] => {
  const slots = [...lexical.slotsHoldingWords(lexicalQuery(lexical.analyser, phrase), scope)];
  const found: number[] = [];
  for (let first = 0; first < slots.length; first += batch)
    for (const drawer of read.drawersByRowid(
      slots.slice(first, first + batch).map((slot) => catalogue.rowidOf(slot)),
    )) {
      const slot = catalogue.slotOfRowid(drawer.rowid);
      if (slot !== undefined && containsPhrase(drawer.text, phrase, lexical.analyser)) found.push(slot);
    }
  return found;
};

const maskOf = (slots: readonly number[], size: number): DrawerScope => {
  const mask = new Uint8Array(size);
  for (const slot of slots) mask[slot] = 1;
  return { mask, count: slots.length };
};
