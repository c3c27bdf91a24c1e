import type { WhyNot } from '../../palace/contract/search/searchResult.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';

interface WhyNotText {
  readonly message: string;
  readonly detail: string;
}

const notAmongText = (leg: string, matched: number, { t, count }: Localiser): string => {
  if (matched === 0) return t('{0}: nothing matches', leg);
  return matched === 1
    ? t('{0}: not the 1 that matches', leg)
    : t('{0}: not among the {1} that match', leg, count(matched));
};

/** Explains how a drawer ranks for a query: its rank if any, the reason, its rank in each leg, and what would help. */
export const whyNotText = (
  { title, rank, reason, leg_ranks: legs, fixes }: WhyNot,
  query: string,
  localiser: Localiser,
): WhyNotText => {
  const reasonText = (text: string): string => localisedReason(text, localiser);
  const standing = Object.entries(legs).map(([leg, place]) =>
    place.rank === null
      ? notAmongText(legName(leg, localiser), place.matched, localiser)
      : localiser.t(
          '{0}: place {1} of {2}; the search looked at the first {3}',
          legName(leg, localiser),
          localiser.count(place.rank),
          localiser.count(place.matched),
          localiser.count(place.depth),
        ),
  );
  const part = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `• ${line}`)];
  return {
    message:
      rank === null
        ? localiser.t('“{0}” is not among the results of “{1}”.', title, query)
        : localiser.t('“{0}” is result {1} of “{2}”.', title, localiser.count(rank), query),
    detail: [
      reasonText(reason),
      ...part(localiser.t('Its ranks'), standing),
      ...part(localiser.t('What would bring it in'), fixes.map(reasonText)),
    ].join('\n'),
  };
};

const legName = (leg: string, { t }: Localiser): string =>
  leg === 'lexical' ? t('keyword') : leg === 'dense' ? t('semantic') : leg;
