import type { SearchResult } from '../../../extension/palace/model/searchResult.ts';

/** One step of the candidates' way: what came, what went on, and what left for which reason (most first). */
export interface FlowStage {
  readonly phase: string;
  readonly in: number;
  readonly out: number;
  readonly drops: readonly { readonly phase: string; readonly count: number }[];
}

/** The steps as recorded. What left without a recorded reason was merged: a drawer that several legs had found. */
export const flowStages = (flow: NonNullable<SearchResult['flow']>): readonly FlowStage[] =>
  flow.map(({ phase, in: into, out, dropped }) => {
    const told = Object.entries(dropped).map(([reason, count]) => ({ phase: reason, count })).filter(({ count }) => count > 0);
    const merged = into - out - told.reduce((sum, { count }) => sum + count, 0);
    const drops = [...told, ...(merged > 0 ? [{ phase: 'merged', count: merged }] : [])].sort((a, b) => b.count - a.count);
    return { phase, in: into, out, drops };
  });
