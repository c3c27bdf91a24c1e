import type { Translate } from './translate.ts';

/** Words of the ranking model that a score in detail uses. */
export type Term = 'cosine' | 'fusion' | 'ltp' | 'gamma' | 'lambda';

/** A term as shown, and its meaning. */
export const explainedTerm = (term: Term, t: Translate): { readonly name: string; readonly meaning: string } => {
  switch (term) {
    case 'cosine':
      return {
        name: t('cosine'),
        meaning: t(
          'How near the passage is to the query in meaning, as the embedding model sees it: 1 is the same, 0 unrelated.',
        ),
      };
    case 'fusion':
      return {
        name: t('fusion'),
        meaning: t(
          'Combines keywords and meaning. What it adds or subtracts is the difference between that and the cosine alone.',
        ),
      };
    case 'ltp':
      return {
        name: t('LTP'),
        meaning: t(
          'Long-term potentiation: a passage that was opened in several sessions lately counts more, until that fades.',
        ),
      };
    case 'gamma':
      return {
        name: 'γ',
        meaning: t('How much a wing that already has many results is held back. 0 ignores wings.'),
      };
    case 'lambda':
      return {
        name: 'λ',
        meaning: t(
          'How relevance and novelty are weighed: 1 is relevance alone, less avoids results like those above.',
        ),
      };
  }
};
