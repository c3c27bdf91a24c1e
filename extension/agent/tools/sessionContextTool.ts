import * as z from 'zod';
import type { SessionItem } from '../../palace/contract/memory/sessionContextSchemas.ts';
import type { PlanCandidate } from '../../palace/contract/memory/planSchemas.ts';
import { agentTool, reads } from './agentTool.ts';
import { sessionInstructions } from './sessionInstructions.ts';
import { shortShare } from '../answers/shortNumber.ts';
import { palaceText, quotedText, shortText, type AnswerValue } from '../answers/toolAnswer.ts';

const more = 'Raise token_budget.';
/** Share of the budget for the memories' texts; the rest is for everything else in the answer. */
const textShare = 0.6;

export const mempalaceSessionContext = agentTool({
  name: 'mempalace_session_context',
  title: 'Begin a session',
  description:
    'Pinned and most useful memories, recurring issues, recent commits, notes that may be out of date, groups that could be one summary.',
  input: {},
  output: {
    memories: z.array(
      z.object({
        drawer_id: z.string(),
        type: z.string(),
        tier: z.string(),
        wing: z.string(),
        room: z.string(),
        source_file: z.string().optional(),
        filed_at: z.string(),
        pinned: z.literal(true).optional(),
        reason: z.string(),
        text: quotedText,
        cut: z.literal(true).optional(),
      }),
    ),
    recurring_issues: z.array(
      z.object({
        pattern_id: z.string(),
        label: quotedText,
        occurrence_count: z.number().int(),
        first_seen: z.string(),
        last_seen: z.string(),
      }),
    ),
    recent_commits: z.array(z.object({ drawer_id: z.string(), subject: quotedText, filed_at: z.string() })),
    supersede_suggestions: z.array(
      z.object({ older_id: z.string(), newer_id: z.string(), similarity: z.number() }),
    ),
    consolidation_candidates: z
      .array(z.object({ drawer_ids: z.array(z.string()), label: quotedText }))
      .describe('mempalace_consolidate plans a summary of each'),
    compaction_candidates: z
      .array(
        z.object({
          drawer_id: z.string(),
          superseded_by: z.string().optional(),
          days_since_access: z.number().int(),
          ltp_score: z.number(),
          reason: z.string(),
        }),
      )
      .describe('Replaced and unused for long; mempalace_consolidate of compaction plans their summary'),
    warnings: z.array(quotedText),
  },
  annotations: reads,
  gives: () => true,
  async run(palace, _, { signal, onProgress, session, tokens }) {
    const context = await palace.sessionContext(
      { tokens: Math.max(100, Math.floor(tokens * textShare)), session_id: session.id },
      { signal, onProgress },
    );
    const instructions = sessionInstructions(context);
    return {
      ...(instructions.length === 0 ? {} : { note: instructions.join('\n') }),
      facts: { warnings: context.warnings.map(palaceText) },
      lists: [
        {
          name: 'memories',
          items: [...context.pinned, ...context.memories].map(itemFields),
          body: 'text',
          unread: context.left_out_total,
          more,
        },
        {
          name: 'recurring_issues',
          more,
          items: context.recurring_issues.map(
            ({ pattern_id: id, label, occurrence_count: count, first_seen: first, last_seen: last }) => ({
              pattern_id: id,
              label: shortText(label),
              occurrence_count: count,
              first_seen: first,
              last_seen: last,
            }),
          ),
        },
        {
          name: 'recent_commits',
          items: context.recent_commits.map(({ subject, ...commit }) => ({
            ...commit,
            subject: shortText(subject),
          })),
          more,
        },
        {
          name: 'supersede_suggestions',
          items: context.supersede_suggestions.map(({ older_id: older, newer_id: newer, similarity }) => ({
            older_id: older,
            newer_id: newer,
            similarity: shortShare(similarity),
          })),
          more,
        },
        {
          name: 'consolidation_candidates',
          items: context.consolidation_candidates.map(({ drawer_ids: drawers, label }) => ({
            drawer_ids: drawers,
            label: shortText(label),
          })),
          more,
        },
        { name: 'compaction_candidates', items: context.compaction_candidates.map(compactionFields), more },
      ],
    };
  },
});

/** Also an answer of `mempalace_consolidate`. */
export const compactionFields = ({
  drawer_id: id,
  superseded_by: by,
  days_since_access: days,
  ltp_score: ltp,
  reason,
}: PlanCandidate): Record<string, AnswerValue> => ({
  drawer_id: id,
  superseded_by: by ?? undefined,
  days_since_access: days,
  ltp_score: shortShare(ltp),
  reason,
});

const itemFields = ({
  drawer_id: id,
  type,
  tier,
  wing,
  room,
  source_file: file,
  filed_at: at,
  pinned,
  reason,
  text,
  cut,
}: SessionItem): Record<string, AnswerValue> => ({
  drawer_id: id,
  type,
  tier,
  wing,
  room,
  source_file: file ?? undefined,
  filed_at: at,
  pinned: pinned ? true : undefined,
  reason,
  text: palaceText(text),
  cut: cut ? true : undefined,
});
