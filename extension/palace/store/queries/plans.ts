import type { DrawerId, IsoTime } from '../../model/ids.ts';

export const planStates = ['proposed', 'applied', 'restored'] as const;
/** What became of a plan: nothing yet, it was carried out, it was carried out and undone. */
export type PlanState = (typeof planStates)[number];

/** A plan to consolidate drawers, as it is kept. What its body holds is its readers' matter. */
export interface PlanRow {
  readonly id: string;
  readonly state: PlanState;
  readonly createdAt: IsoTime;
  /** The palace's revision that the plan was made of. */
  readonly palaceRevision: number;
  readonly body: string;
}

/** A person's refusal to let a drawer be summarised; null takes it back. */
export interface Rejection {
  readonly id: DrawerId;
  readonly at: IsoTime | null;
}

/** Reads of plans and of what was refused. */
export interface PlanQueries {
  plan(id: string): PlanRow | undefined;
  /** Newest first. */
  plans(limit: number): PlanRow[];
  /** When each of the drawers was last refused; those that never were are left out. */
  rejectionsOf(ids: readonly DrawerId[]): ReadonlyMap<DrawerId, IsoTime>;
  /** Drawers refused at this time or later. */
  rejectedSince(time: IsoTime): ReadonlySet<DrawerId>;
  /** Drawers that name this one as what supersedes or consolidates them, in order of filing. */
  drawersPointingTo(id: DrawerId): DrawerId[];
}

/** Writes of plans and refusals. */
export interface PlanWrites {
  /** Keeps a plan, in place of the one of this ID. A plan is no part of the memory: the revision stays. */
  putPlan(plan: PlanRow): void;
  putRejections(rejections: readonly Rejection[]): void;
}
