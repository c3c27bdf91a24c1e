import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { SortBy } from '../candidates/resultOrder.ts';
import type { PoolCompany } from '../fusion/fusion.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { commitsBeside } from './commitsBeside.ts';

/** The least share of a pool's size that are no commits, where so many match. */
const shareOfOthers = 0.75;

/** What joins the pool of a search besides its best; undefined if nothing can. */
export const poolCompany = (
  sortBy: SortBy,
  { series_weight: series, history_weight: history }: ProfileFlags,
  isInScope: (slot: number) => boolean,
  catalogue: Pick<Catalogue, 'isCommit' | 'filedAtOf' | 'commitsWithin'>,
): PoolCompany | undefined =>
  sortBy !== 'relevance' || (series === 0 && history === 0)
    ? undefined
    : (best, next) => [
        ...(history > 0 ? othersBehind(best, next, catalogue) : []),
        ...(series > 0 ? commitsBeside(best, isInScope, catalogue) : []),
      ];

/**
 * What a history's many commits would push out of the pool: the next drawers of other types, found among as many as the pool holds.
 * The number depends on the pool's size alone, so that linked palaces together find the same ones as one palace with all of
 * their drawers.
 */
const othersBehind = (
  best: readonly number[],
  next: (count: number) => readonly number[],
  catalogue: Pick<Catalogue, 'isCommit'>,
): number[] => {
  const isOther = (slot: number): boolean => !catalogue.isCommit(slot);
  const missing = Math.ceil(shareOfOthers * best.length) - best.filter(isOther).length;
  return missing <= 0 ? [] : next(best.length).filter(isOther).slice(0, missing);
};
