import { factsOf, type FactKind } from './facts.ts';

/** A text to summarise. */
export interface Original {
  readonly id: string;
  readonly text: string;
}

/** A fact of a drawer that its summary does not contain. */
export interface LeftOut {
  readonly drawer_id: string;
  readonly kind: FactKind;
  readonly fact: string;
}

/**
 * The numbers, dates, identifiers and URLs of the originals that the summary does not contain verbatim. Each is
 * given once per drawer, in the order of the originals and of their texts. Pure: the review calls it while the
 * summary is edited.
 */
export const leftOut = (originals: readonly Original[], summary: string): LeftOut[] => {
  const whole = summary.normalize('NFC');
  const words = new Set(factsOf(summary).map(({ fact }) => fact.normalize('NFC')));
  // A date of several words may be part of a longer date.
  const isKept = (fact: string): boolean => words.has(fact) || (/\s/u.test(fact) && whole.includes(fact));
  return originals.flatMap(({ id, text }) => {
    const named = new Set<string>();
    return factsOf(text).flatMap(({ kind, fact }) => {
      const plain = fact.normalize('NFC');
      if (named.has(plain) || isKept(plain)) return [];
      named.add(plain);
      return [{ drawer_id: id, kind, fact }];
    });
  });
};
