import { plural } from '../../base/text/plural.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { transcriptUsage, usageOf, type ContextUsage } from './contextUsage.ts';
import { quietAnswer } from './hookAnswer.ts';
import type { HookPayload } from './hookPayload.ts';
import { standing } from './standing.ts';
import type { Hook } from './runHook.ts';

/**
 * Runs before an agent compacts its context. Reads the session context and, if the reported usage calls for it, keeps a
 * compaction plan for review. Nothing is archived, and `/compact` always continues.
 */
export const preCompact: Hook = {
  event: 'pre-compact',
  run: async ({ payload, connection: { api }, signal }) => {
    const problem = await standing(api);
    await api.sessionContext(
      { ...(payload.session_id === undefined ? {} : { session_id: payload.session_id }) },
      { signal },
    );
    const usage = await usageAt(payload);
    const plan = usage === null ? null : await planOf(api, usage, signal);
    const answer = quietAnswer('pre-compact', problem);
    return plan === null ? answer : { ...answer, stdout: `${answer.stdout}${plan}\n` };
  },
};

const usageAt = async ({
  context_tokens: reported,
  context_window_size: size,
  transcript_path: transcript,
}: HookPayload): Promise<ContextUsage | null> => {
  if (reported !== undefined) return usageOf(reported, size);
  return transcript === undefined ? null : transcriptUsage(transcript);
};

/** A line about the plan for the person who reads the output of `/compact`; null if nothing was planned. */
const planOf = async (
  api: PalaceApi,
  { used, max }: ContextUsage,
  signal: AbortSignal,
): Promise<string | null> => {
  const { plan } = await api.compact({ context_used: used, context_max: max }, { signal });
  if (plan === null || plan.groups.length === 0) return null;
  return `Synapse Palace proposes to replace ${plural(plan.would_archive, 'drawer')} with ${plural(plan.would_create_summaries, 'summary', 'summaries')}. Review: synapse-palace compact --show ${plan.id}`;
};
