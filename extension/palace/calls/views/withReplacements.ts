import type { SearchResult } from '../../contract/search/searchResult.ts';
import { drawerId } from '../../model/drawer/ids.ts';
import { markedReplacement } from '../../retrieval/phases/markedReplacement.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/**
 * A search's answer that says what its results are marked as replaced by, also where the profile skips the phase that looks for
 * it. Their order and scores stay. Those of linked palaces are unknown.
 */
export const withReplacements = (result: SearchResult, read: Pick<ReadQueries, 'drawerById'>): SearchResult =>
  result.pipeline_trace.phases_skipped.includes('supersede')
    ? {
        ...result,
        results: result.results.map((hit) => {
          const drawer = hit.palace === undefined ? read.drawerById(drawerId(hit.drawer_id)) : undefined;
          const by = drawer === undefined ? undefined : markedReplacement(drawer, read);
          return by === undefined
            ? hit
            : {
                ...hit,
                replaced_by: { drawer_id: by.id, title: by.title, marked: true },
                annotations: [...hit.annotations, `[SUPERSEDED] replaced by ${by.id} (marked as replaced)`],
              };
        }),
      }
    : result;
