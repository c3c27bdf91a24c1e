import type { PlanGroup } from '../../contract/memory/planSchemas.ts';

/**
 * Whether drawers of a group that are not rejected contradict each other. If a living drawer replaced them all, the
 * question is settled: none of them holds.
 */
export const isContradicting = (
  { superseded_by: by, contradictions }: Pick<PlanGroup, 'superseded_by' | 'contradictions'>,
  isTaken: (drawerId: string) => boolean,
): boolean =>
  by === null && contradictions.some(({ drawer_id: older, newer_id: newer }) => isTaken(older) && isTaken(newer));
