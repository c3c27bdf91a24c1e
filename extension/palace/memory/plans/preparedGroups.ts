import { drawerId, type DrawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { ApplyPlanRequest } from '../../contract/memory/planCallSchemas.ts';
import type { Plan, SummaryWriter } from '../../contract/memory/planSchemas.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { underStanding } from '../summaries/standingLine.ts';
import { groupSummary } from './groupSummary.ts';
import { checkedSummary, demandGroups } from './callerSummary.ts';
import type { PlanParts } from './planParts.ts';
import { recheckPlan, type CheckedGroup } from './recheckPlan.ts';
import { livingReplacement } from './standing.ts';
import { notesInWhole } from './notesInWhole.ts';

/** A summary of fewer drawers would only repeat them. */
const leastDrawers = 2;

/** A person's decisions on a plan. */
export type ApplyRequest = Omit<ApplyPlanRequest, 'plan_id'>;

/** A group after all checks: skipped, or ready to be carried out. */
export type PreparedGroup = Pick<CheckedGroup, 'group' | 'dropped'> &
  (
    | { readonly skipped: string }
    | {
        readonly drawers: CheckedGroup['drawers'];
        readonly text: string;
        readonly writer: SummaryWriter;
        /** The drawer that replaces the summary when it is filed. */
        readonly supersededBy: DrawerId | null;
      }
  );

/**
 * The approved groups as applying the plan now would carry them out: the drawers that qualify, the summary's text,
 * and what is left out and why. Writes nothing. Throws E_PLAN.
 */
export const preparedGroups = (
  plan: Plan,
  request: ApplyRequest,
  read: ReadQueries,
  parts: Pick<PlanParts, 'analyser' | 'now'>,
): PreparedGroup[] => {
  demandKnown(plan, request);
  const rejected = new Set(request.rejected_drawers);
  const approved = plan.groups.filter(({ group_id: id }) => request.groups?.includes(id) ?? true);
  return recheckPlan(plan, approved, read, parts.now()).map(
    ({ group, drawers: qualified, dropped: out, supersededBy }): PreparedGroup => {
      const { whole: drawers, partial } = notesInWhole(
        qualified.filter(({ id }) => !rejected.has(id)),
        read,
      );
      const dropped = [
        ...out.filter(({ drawer_id: id }) => !rejected.has(id)),
        ...partial.map(({ id }) => ({
          drawer_id: id,
          group_id: group.group_id,
          reason: 'another part of its note stays',
        })),
      ];
      if (drawers.length < leastDrawers)
        return {
          group,
          dropped,
          skipped: drawers.length === 0 ? 'none of its drawers is left' : 'only one of its drawers is left',
        };
      const given = request.summaries?.[group.group_id];
      const by = supersededBy === null ? null : (livingReplacement(supersededBy, read) ?? null);
      const text = underStanding(given === undefined ? group.summary : checkedSummary(group.group_id, given), by);
      const writer = given === undefined || text === underStanding(group.summary, by) ? group.writer : 'caller';
      if (writer === 'extractive') {
        // An extract must not quote a drawer that is left out.
        const isWhole = drawers.length === group.drawer_ids.length;
        return {
          group,
          dropped,
          drawers,
          text: isWhole ? text : groupSummary(drawers, by, parts.analyser).text,
          writer,
          supersededBy,
        };
      }
      const sensitive = group.drawer_ids.find((id) => read.drawerById(drawerId(id))?.sensitive === true);
      return sensitive === undefined
        ? { group, dropped, drawers, text, writer, supersededBy }
        : {
            group,
            dropped,
            skipped: `${sensitive} became sensitive, and the summary may contain its text; make a new plan`,
          };
    },
  );
};

const demandKnown = (plan: Plan, { groups, rejected_drawers: rejected, summaries }: ApplyRequest): void => {
  demandGroups([...(groups ?? []), ...Object.keys(summaries ?? {})], plan.groups);
  const drawers = new Set(plan.candidates.map(({ drawer_id: id }) => id));
  const stranger = rejected?.find((id) => !drawers.has(id));
  if (stranger !== undefined)
    throw new PalaceError('E_PLAN', errorText`The drawer ${stranger} is not part of the plan ${plan.id}.`, {
      remedy: 'Reject only drawers of the plan.',
    });
};
