import type { PlanGroup } from '../../contract/planSchemas.ts';

/**
 * Whether drawers of a group that are not rejected contradict each other. A living drawer that replaced them all has settled
 * which of them holds: none.
 */
export const isContradicting = (
  { superseded_by: by, contradictions }: Pick<PlanGroup, 'superseded_by' | 'contradictions'>,
  isTaken: (drawerId: string) => boolean,
): boolean =>
  by === null && contradictions.some(({ drawer_id: older, newer_id: newer }) => isTaken(older) && isTaken(newer));
