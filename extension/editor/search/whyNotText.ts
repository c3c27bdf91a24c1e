import type { WhyNot } from '../../palace/contract/searchResult.ts';
import type { Wording } from '../platform/localiser.ts';

export interface WhyNotText {
  readonly message: string;
  readonly detail: string;
}

/** The verdict on a drawer and a query for a person: whether and where it ranks, why, where the legs have it, what would help. */
export const whyNotText = ({ title, rank, reason, leg_ranks: legs, fixes }: WhyNot, query: string, wording: Wording): WhyNotText => {
  const standing = Object.entries(legs).map(([leg, place]) => (place.rank === null
    ? wording.t('{0}: not among the {1} that match', leg, wording.count(place.matched))
    : wording.t('{0}: place {1} of {2}; the search looked at the first {3}', leg, wording.count(place.rank), wording.count(place.matched), wording.count(place.depth))));
  const part = (heading: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `• ${line}`)]);
  return {
    message: rank === null ? wording.t('{0} is not among the results of “{1}”.', title, query) : wording.t('{0} is result {1} of “{2}”.', title, wording.count(rank), query),
    detail: [reason, ...part(wording.t('Where it stands'), standing), ...part(wording.t('What would bring it in'), fixes)].join('\n'),
  };
};
