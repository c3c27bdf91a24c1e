import type { DrawerId } from '../model/drawer/ids.ts';
import type { AnnotationQueries } from './queries/annotations.ts';

const property = 'not_replaced_at';

/** Properties of a drawer of which somebody said that nothing filed until then replaces it. */
export const notReplacedAt = (at: string): Readonly<Record<string, string>> => ({ [property]: at });

/**
 * Milliseconds until which nothing that was filed replaces a drawer, because somebody said so. Drawers without are left out, and those
 * with no readable time: a team's member may have written anything.
 */
export const notReplacedUntil = (
  ids: readonly DrawerId[],
  read: Pick<AnnotationQueries, 'propertyOf'>,
): ReadonlyMap<DrawerId, number> =>
  new Map(
    [...read.propertyOf(ids, property)].flatMap(([id, at]) => {
      const until = Date.parse(at);
      return Number.isNaN(until) ? [] : [[id, until] as const];
    }),
  );
