import type { SessionContext } from '../../palace/contract/memory/sessionContextSchemas.ts';

type Suggestions = Pick<
  SessionContext,
  'recurring_issues' | 'supersede_suggestions' | 'consolidation_candidates' | 'compaction_candidates'
>;

/**
 * What an agent can do about the suggestions of a session's context, in this program's own words: they belong
 * outside the quoted data. One sentence per kind that occurs.
 */
export const sessionInstructions = (context: Suggestions): string[] => [
  ...(context.recurring_issues.length === 0
    ? []
    : [
        'Recurring issues: look for the common cause before you work around one again; once it is fixed, call context_resolve_pattern with its pattern ID.',
      ]),
  ...(context.supersede_suggestions.length === 0
    ? []
    : [
        'Perhaps out of date: read both notes before you rely on the older one; mempalace_supersede_check checks the whole palace.',
      ]),
  ...(context.consolidation_candidates.length === 0
    ? []
    : [
        'Could be one summary: read the notes of a group, write one summary that keeps every number, date, name and decision that still holds, and call mempalace_consolidate with mode plan, the group’s drawer_ids and your text as summaries.g1. A person reviews the plan.',
      ]),
  ...(context.compaction_candidates.length === 0
    ? []
    : [
        'Replaced and unused: mempalace_consolidate with mode evaluate and of compaction shows what their summary would say, mode plan keeps that for a person to review.',
      ]),
];
