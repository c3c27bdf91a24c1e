import type { DrawerId } from '../model/drawer/ids.ts';
import type { AnnotationQueries } from './queries/annotations.ts';

const property = 'not_replaced_at';

/** Properties of a drawer of which somebody said that nothing filed until then replaces it. */
export const notReplacedAt = (at: string): Readonly<Record<string, string>> => ({ [property]: at });

/** Milliseconds until which nothing that was filed replaces a drawer, because somebody said so; drawers without are left out. */
export const notReplacedUntil = (
  ids: readonly DrawerId[],
  read: Pick<AnnotationQueries, 'propertyOf'>,
): ReadonlyMap<DrawerId, number> =>
  new Map([...read.propertyOf(ids, property)].map(([id, at]) => [id, Date.parse(at)]));
