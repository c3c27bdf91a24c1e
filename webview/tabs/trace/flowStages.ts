import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';

/**
 * One step of the flow: how many candidates came in, how many went on, and how many left for which reason (most
 * first).
 */
export interface FlowStage {
  readonly phase: string;
  readonly in: number;
  readonly out: number;
  readonly drops: readonly { readonly phase: string; readonly count: number }[];
}

/** Steps before the pool, whose numbers would leave no width for the pool's, and those that are drawn. */
interface FlowParts {
  readonly before: readonly FlowStage[];
  readonly drawn: readonly FlowStage[];
}

/** A step is drawn on the pool's scale if it has at most this many times its candidates. */
const drawable = 3;

/** Splits the flow where its numbers come down to the pool's. */
export const flowParts = (stages: readonly FlowStage[], pool: number): FlowParts => {
  const first = stages.findIndex((stage) => stage.in <= drawable * pool);
  const at = first === -1 ? stages.length : first;
  return { before: stages.slice(0, at), drawn: stages.slice(at) };
};

/**
 * The steps as recorded. Candidates that left without a recorded reason were merged: drawers that several legs had
 * found.
 */
export const flowStages = (flow: NonNullable<SearchResult['flow']>): readonly FlowStage[] =>
  flow.map(({ phase, in: into, out, dropped }) => {
    const told = Object.entries(dropped)
      .map(([reason, count]) => ({ phase: reason, count }))
      .filter(({ count }) => count > 0);
    const merged = into - out - told.reduce((sum, { count }) => sum + count, 0);
    const drops = [...told, ...(merged > 0 ? [{ phase: 'merged', count: merged }] : [])].sort(
      (a, b) => b.count - a.count,
    );
    return { phase, in: into, out, drops };
  });
