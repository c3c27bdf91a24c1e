import type { WaitingPlan } from '../contract/memory/moveSchemas.ts';
import { storedPlans } from '../memory/plans/storedPlan.ts';
import type { ReadQueries } from '../store/palaceStore.ts';

/** Of the latest plans so many are looked at. */
const latest = 20;

/** Plans of agents that wait for a person, the latest first. */
export const waitingPlans = (read: ReadQueries): WaitingPlan[] =>
  storedPlans(read, latest)
    .filter(
      ({ state, proposedBy, plan }) => state === 'proposed' && proposedBy === 'agent' && plan.groups.length > 0,
    )
    .map(({ plan }) => ({
      plan_id: plan.id,
      created_at: plan.created_at,
      groups: plan.groups.length,
      would_archive: plan.would_archive,
    }));
