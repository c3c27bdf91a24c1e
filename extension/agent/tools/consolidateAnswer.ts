import * as z from 'zod';
import type {
  AppliedReport,
  PlanCandidate,
  PlanView,
  RestoredReport,
} from '../../palace/contract/memory/planSchemas.ts';
import { shortShare } from '../answers/shortNumber.ts';
import { compactionFields } from './sessionContextTool.ts';
import {
  palaceText,
  quotedText,
  shortText,
  type AnswerList,
  type AnswerValue,
  type ToolAnswer,
} from '../answers/toolAnswer.ts';

type AnswerItem = Record<string, AnswerValue>;

const count = z.number().int();
const reasoned = z.object({ drawer_id: z.string(), reason: z.string() });
const more = 'Raise token_budget, or evaluate the plan by its plan_id.';
/** For what is done already: calling again would not show it. */
const moreOfDone = 'It was done; mode evaluate with its plan_id shows the rest.';

/** Fields of the answers of all modes. */
export const consolidateOutput = {
  mode: z.string(),
  plan_id: z.string().optional(),
  state: z.string().optional(),
  would_archive: count.optional(),
  would_create_summaries: count.optional(),
  archived: count.optional(),
  characters_saved: count.optional(),
  restored: count.optional(),
  groups: z
    .array(
      z.object({
        group_id: z.string(),
        title: quotedText,
        drawer_ids: z.array(z.string()),
        alike: z.number().optional(),
        shared: z.string(),
        wing: z.string(),
        room: z.string(),
        writer: z.string(),
        summary: quotedText,
        cut: z.literal(true).optional(),
        lost_facts: z.array(quotedText).optional().describe('Facts of the drawers that are not in the summary'),
        superseded_by: z.string().optional().describe('The living drawer that replaced all of these'),
        contradictions: z
          .array(
            z.object({
              drawer_id: z.string(),
              says: quotedText,
              newer_id: z.string(),
              newer_says: quotedText,
            }),
          )
          .optional()
          .describe('Where the drawers contradict each other: the newest is right'),
        characters_before: count,
        characters_after: count,
      }),
    )
    .optional(),
  drawers: z
    .array(
      z.object({
        drawer_id: z.string(),
        type: z.string(),
        filed_at: z.string(),
        reason: z.string().optional(),
        text: quotedText,
        cut: z.literal(true).optional(),
      }),
    )
    .optional(),
  compaction_candidates: z
    .array(
      z.object({
        drawer_id: z.string(),
        superseded_by: z.string().optional(),
        days_since_access: count,
        ltp_score: z.number(),
        reason: z.string(),
      }),
    )
    .optional()
    .describe('Replaced drawers unused for long: call again with of compaction'),
  dropped: z.array(reasoned).optional().describe('Drawers of the plan that no longer qualify'),
  summaries: z
    .array(
      z.object({
        group_id: z.string(),
        drawer_id: z.string(),
        writer: z.string(),
        archived: z.array(z.string()),
      }),
    )
    .optional(),
  skipped: z
    .array(z.object({ group_id: z.string(), reason: quotedText }))
    .optional()
    .describe('Groups that were not applied'),
  left: z.array(reasoned).optional(),
};

/** The answer of a plan for replaced and unused drawers; null: there are none to summarise. */
export const compactionAnswer = (mode: string, plan: PlanView | null): ToolAnswer =>
  plan === null ? { note: 'Nothing to consolidate.', facts: { mode }, lists: [] } : planAnswer(mode, plan);

/** A plan, whether kept or not. `compactable`: drawers that a compaction would take in besides. */
export const planAnswer = (
  mode: string,
  plan: PlanView,
  compactable: readonly PlanCandidate[] = [],
): ToolAnswer => {
  const hidden = new Set(plan.drawers.filter(({ text }) => text === null).map(({ drawer_id: drawer }) => drawer));
  const groups = plan.groups.map((group) => groupItem(group, hidden));
  return {
    note: [planNote(plan), ...(compactable.length === 0 ? [] : [compactionNote])].join('\n'),
    facts: {
      mode,
      plan_id: plan.id,
      state: plan.state,
      would_archive: plan.would_archive,
      would_create_summaries: plan.would_create_summaries,
    },
    lists: [
      { name: 'groups', items: groups, body: 'summary', rest: 'raise token_budget', more },
      { name: 'dropped', items: plan.dropped.map(idAndReason), more },
      { name: 'drawers', items: drawerItems(plan), body: 'text', more },
      ...(compactable.length === 0
        ? []
        : [{ name: 'compaction_candidates', items: compactable.map(compactionFields), more }]),
    ],
  };
};

/** `hidden`: IDs of drawers whose text agents may not see. */
const groupItem = (group: PlanView['groups'][number], hidden: ReadonlySet<string>): AnswerItem => ({
  group_id: group.group_id,
  title: shortText(group.title),
  drawer_ids: group.drawer_ids.filter((drawer) => !hidden.has(drawer)),
  alike: group.alike === null ? undefined : shortShare(group.alike),
  shared: `${group.shared.kind} ${group.shared.name}`,
  wing: group.wing,
  room: group.room,
  writer: group.writer,
  summary: palaceText(group.summary),
  lost_facts: group.left_out.length === 0 ? undefined : group.left_out.map(({ fact }) => shortText(fact)),
  superseded_by: group.superseded_by ?? undefined,
  contradictions:
    group.contradictions.length === 0
      ? undefined
      : group.contradictions.map(({ drawer_id: older, says, newer_id: newer, newer_says: saysNow }) => ({
          drawer_id: older,
          says: shortText(says),
          newer_id: newer,
          newer_says: shortText(saysNow),
        })),
  characters_before: group.characters_before,
  characters_after: group.characters_after,
});

const drawerItems = ({ drawers, candidates }: PlanView): AnswerItem[] => {
  const reasons = new Map(candidates.map(({ drawer_id: drawer, reason }) => [drawer, reason]));
  return drawers.flatMap(({ drawer_id: drawer, type, filed_at: at, text }): AnswerItem[] =>
    text === null
      ? []
      : [{ drawer_id: drawer, type, filed_at: at, reason: reasons.get(drawer), text: palaceText(text) }],
  );
};

const planNote = ({ groups, state }: PlanView): string => {
  if (groups.length === 0) return 'Nothing to consolidate.';
  switch (state) {
    case 'proposed':
      return 'Nothing is archived yet: a person applies this plan, in the editor (Review Compaction, or the Session view) or with synapse-palace compact --apply. Tell the user.';
    case 'transient':
      return 'Nothing was kept. For each group write one summary that keeps every number, date, name and decision that still holds, and call again with mode plan and your texts in summaries: that keeps the plan for review.';
    default:
      return `The plan is ${state}.`;
  }
};

const compactionNote =
  'compaction_candidates are replaced drawers unused for long: evaluate or plan them with of compaction.';

const idAndReason = ({
  drawer_id: drawer,
  reason,
}: {
  readonly drawer_id: string;
  readonly reason: string;
}): { drawer_id: string; reason: string } => ({ drawer_id: drawer, reason });

/** What applying a plan has done. */
export const appliedAnswer = (report: AppliedReport): ToolAnswer => ({
  note: [
    report.archived.length === 0
      ? 'Nothing was archived.'
      : 'restore with this plan_id brings the originals back.',
    ...report.skipped_groups.map(({ group_id: group }) => `${group} was left out; skipped says why.`),
  ].join('\n'),
  facts: {
    mode: 'apply',
    plan_id: report.plan_id,
    archived: report.archived.length,
    characters_saved: report.characters_saved,
  },
  lists: [
    {
      name: 'summaries',
      items: report.summaries
        .filter(({ sensitive }) => !sensitive)
        .map(({ group_id: group, drawer_id: drawer, writer, archived }) => ({
          group_id: group,
          drawer_id: drawer,
          writer,
          archived,
        })),
      more: moreOfDone,
    },
    { name: 'dropped', items: report.dropped.map(idAndReason), more: moreOfDone },
    // A reason quotes the drawers that contradict each other.
    ...(report.skipped_groups.length === 0
      ? []
      : [
          {
            name: 'skipped',
            items: report.skipped_groups.map(({ group_id: group, reason }) => ({
              group_id: group,
              reason: palaceText(reason),
            })),
            more: moreOfDone,
          },
        ]),
  ],
});

/** What undoing a plan has done. */
export const restoredAnswer = (report: RestoredReport): ToolAnswer => {
  const left: AnswerList = { name: 'left', items: report.left.map(idAndReason), more: moreOfDone };
  return {
    note: 'The originals are back in searches and lists.',
    facts: { mode: 'restore', plan_id: report.plan_id, restored: report.restored.length },
    lists: [left],
  };
};
