import * as z from 'zod';
import { isoTime } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { planSchema, type Plan } from '../../contract/memory/planSchemas.ts';
import type { ReadQueries, WriteTransaction } from '../../store/palaceStore.ts';
import type { PlanState } from '../../store/queries/plans.ts';

/** What applying a plan changed, for undoing it. */
const appliedRecordSchema = z.object({
  at: z.string(),
  groups: z.array(
    z.object({
      group_id: z.string(),
      summary_drawer_id: z.string(),
      /** The {@link fingerprint} of the summary when it was filed. */
      fingerprint: z.string(),
      archived: z.array(z.object({ drawer_id: z.string(), consolidated_into_before: z.string().nullable() })),
    }),
  ),
  rejected: z.array(z.object({ drawer_id: z.string(), at_before: z.string().nullable() })),
  by: z.enum(['person', 'agent']).default('person'),
});
export type AppliedRecord = z.infer<typeof appliedRecordSchema>;

const bodySchema = z.object({
  plan: planSchema,
  applied: appliedRecordSchema.nullable(),
  proposedBy: z.enum(['person', 'agent']).default('person'),
  isRewritten: z.boolean().default(false),
});

export interface StoredPlan {
  readonly plan: Plan;
  readonly state: PlanState;
  /** Null before it was applied. */
  readonly applied: AppliedRecord | null;
  /** An agent's plan waits for a person. */
  readonly proposedBy: 'person' | 'agent';
  /** An agent rewrote a summary after the plan was made. */
  readonly isRewritten: boolean;
}

export const keepPlan = (transaction: WriteTransaction, { plan, state, applied, ...origin }: StoredPlan): void =>
  transaction.putPlan({
    id: plan.id,
    state,
    createdAt: isoTime(plan.created_at),
    palaceRevision: plan.palace_revision,
    body: JSON.stringify({ plan, applied, ...origin }),
  });

/** The plan of this ID. Throws E_PLAN if there is none. */
export const storedPlan = (read: ReadQueries, id: string): StoredPlan => {
  const row = read.plan(id);
  if (row === undefined) throw new PalaceError('E_PLAN', errorText`There is no plan ${id} in this palace.`);
  return parsed(row);
};

/** The plan, if it is not applied yet. Throws E_PLAN. */
export const proposedPlan = (read: ReadQueries, id: string): StoredPlan => {
  const stored = storedPlan(read, id);
  if (stored.state === 'proposed') return stored;
  throw new PalaceError(
    'E_PLAN',
    stored.state === 'applied'
      ? errorText`The plan ${id} was applied already.`
      : errorText`The plan ${id} was applied and restored.`,
    { remedy: 'Make a new plan.' },
  );
};

/** The latest plans, newest first. Those that can't be read are left out. */
export const storedPlans = (read: ReadQueries, limit: number): StoredPlan[] =>
  read.plans(limit).flatMap((row) => {
    try {
      return [parsed(row)];
    } catch {
      return [];
    }
  });

const parsed = ({
  id,
  state,
  body,
}: {
  readonly id: string;
  readonly state: PlanState;
  readonly body: string;
}): StoredPlan => {
  try {
    return { ...bodySchema.parse(JSON.parse(body)), state };
  } catch (thrown) {
    throw new PalaceError('E_PLAN', errorText`The plan ${id} can’t be read.`, {
      cause: thrown,
      remedy: 'It may come from another version of Synapse Palace. Make a new one.',
    });
  }
};
