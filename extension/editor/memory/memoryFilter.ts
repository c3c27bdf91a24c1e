import type { EntryType, Tier } from '../../palace/model/drawer/drawer.ts';
import type { FilterRequest } from '../../palace/contract/search/drawerFilterSchema.ts';
import type { Localiser } from '../platform/localiser.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';

/** What the Memory view shows. An empty list matches everything. */
export interface MemoryFilter {
  /** A query by words; '' for none. */
  readonly text: string;
  readonly tiers: readonly Tier[];
  readonly types: readonly EntryType[];
  readonly tags: readonly string[];
  /** Show archived drawers, too. */
  readonly archived: boolean;
}

export const noFilter: MemoryFilter = { text: '', tiers: [], types: [], tags: [], archived: false };

export const isFiltering = ({ text, tiers, types, tags, archived }: MemoryFilter): boolean =>
  text !== '' || tiers.length + types.length + tags.length > 0 || archived;

/** The filter for a call, without the text, which is a separate search. */
export const filterRequest = ({ tiers, types, tags, archived }: MemoryFilter): FilterRequest => ({
  ...(tiers.length === 0 ? {} : { tier: [...tiers] }),
  ...(types.length === 0 ? {} : { type: [...types] }),
  ...(tags.length === 0 ? {} : { tag: [...tags] }),
  ...(archived ? { include_archived: true } : {}),
});

/** The filter in a few words, for the view's title; undefined without a filter. */
export const filterText = (filter: MemoryFilter, localiser: Localiser): string | undefined =>
  !isFiltering(filter)
    ? undefined
    : [
        ...(filter.text === '' ? [] : [`“${filter.text}”`]),
        ...[...filter.tiers, ...filter.types].map((word) => vocabularyText(word, localiser)),
        ...filter.tags.map((tag) => `#${tag}`),
        ...(filter.archived ? [localiser.t('with archived')] : []),
      ].join(' · ');
