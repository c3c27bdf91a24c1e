import type { InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';

/** A search with some of its choices changed; undefined removes a choice. */
export const changedSearch = (search: InspectorSearch, change: Partial<InspectorSearch>): InspectorSearch => {
  const changed = { ...search, ...change };
  if (changed.overrides === undefined) delete changed.overrides;
  if (changed.sortBy === undefined) delete changed.sortBy;
  return changed;
};
