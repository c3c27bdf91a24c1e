import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { fullTitle, shortTitles } from '../../text/drawerTitle.ts';
import { dropRows } from '../trace/dropRows.ts';

/** One drawer of a ranking. */
interface RankedDrawer {
  readonly title: string;
  readonly score: number;
}

/** A ranking to compare with another: IDs in order, the drawers' data, and why others are not among them. */
export interface RankedSide {
  readonly ids: readonly string[];
  readonly drawers: ReadonlyMap<string, RankedDrawer>;
  /** By drawer: the phase that dropped it, and its sentence. */
  readonly dropped: ReadonlyMap<string, { readonly phase: string; readonly reason: string }>;
}

export const rankedSide = (result: SearchResult): RankedSide => {
  const titles = shortTitles(result.results.map(fullTitle));
  return {
    ids: result.results.map((hit) => hit.drawer_id),
    drawers: new Map(
      result.results.map((hit, index) => [hit.drawer_id, { title: titles[index] ?? '', score: hit.score }]),
    ),
    dropped: new Map(dropRows(result).map(({ drawerId, phase, reason }) => [drawerId, { phase, reason }])),
  };
};
