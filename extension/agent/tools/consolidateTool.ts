import * as z from 'zod';
import type { PlanView } from '../../palace/contract/memory/planSchemas.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { CallOptions, PalaceApi } from '../../palace/contract/palaceApi.ts';
import { agentTool } from './agentTool.ts';
import {
  appliedAnswer,
  compactionAnswer,
  consolidateOutput,
  planAnswer,
  restoredAnswer,
} from './consolidateAnswer.ts';
import { longest } from './filterArguments.ts';

const id = z.string().min(1).max(longest.id);
const drawerIds = z.array(id).max(1000);

export const mempalaceConsolidate = agentTool({
  name: 'mempalace_consolidate',
  title: 'Replace several notes with one summary',
  description:
    'evaluate shows which drawers one summary could replace, plan keeps that under an ID for review, apply archives the originals under their summaries once a person has agreed, restore undoes it. Write better summaries yourself: pass them in summaries. Nothing is deleted.',
  input: {
    mode: z.enum(['evaluate', 'plan', 'apply', 'restore']),
    plan_id: id.optional().describe('apply, restore: that plan; evaluate: check it against the current memory'),
    groups: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(500)
      .optional()
      .describe('apply: only these; a group that contradicts itself must be named'),
    rejected_drawers: drawerIds.optional().describe('apply: leave these as they are'),
    summaries: z
      .record(z.string().max(100), z.string().min(1).max(longest.text))
      .optional()
      .describe('Your own texts, by group ID'),
    of: z
      .enum(['alike', 'compaction'])
      .default('alike')
      .describe('evaluate, plan: notes that say much the same, or replaced drawers unused for long'),
    drawer_ids: drawerIds.min(1).optional().describe('evaluate, plan: one group (g1) of these drawers'),
    profile: z.string().min(1).max(longest.name).optional(),
  },
  output: consolidateOutput,
  annotations: { openWorldHint: false },
  async run(palace, { of, ...request }, { signal, onProgress }) {
    const call = { signal, onProgress: continued(onProgress) };
    const { mode, plan_id: planId, summaries = {} } = request;
    const isCompaction = of === 'compaction' && planId === undefined;
    if (isCompaction && request.drawer_ids !== undefined)
      throw new PalaceError(
        'E_USAGE',
        'consolidate: drawer_ids name a group, but of compaction finds its own groups.',
        {
          remedy: 'Leave one of them out.',
        },
      );
    switch (mode) {
      case 'evaluate':
        if (isCompaction) return compactionAnswer(mode, await compaction(palace, request, true, call));
        return planAnswer(
          mode,
          (await palace.evaluatePlan(request, call)).plan,
          planId === undefined && request.drawer_ids === undefined
            ? ((await compaction(palace, request, true, call))?.candidates ?? [])
            : [],
        );
      case 'plan': {
        if (isCompaction) return compactionAnswer(mode, await compaction(palace, request, false, call));
        const { plan } =
          planId === undefined
            ? await palace.makePlan(request, call)
            : await palace.revisePlan({ plan_id: planId, summaries }, { signal });
        return planAnswer(mode, plan);
      }
      case 'apply':
        return appliedAnswer(
          await palace.applyPlan({ ...request, plan_id: keptPlan(mode, planId) }, { signal, onProgress }),
        );
      case 'restore':
        return restoredAnswer(await palace.undoPlan({ plan_id: keptPlan(mode, planId) }, { signal }));
    }
  },
});

/** One listener for several calls: each goes on counting where the one before ended. */
const continued = (listener: CallOptions['onProgress']): CallOptions['onProgress'] => {
  if (listener === undefined) return undefined;
  let [before, last] = [0, 0];
  return (progress) => {
    if (progress.done < last) before += last;
    last = progress.done;
    listener({
      ...progress,
      done: before + last,
      total: progress.total === null ? null : before + progress.total,
    });
  };
};

/** The plan for replaced and unused drawers; kept for review unless it is a dry run. */
const compaction = async (
  palace: PalaceApi,
  { profile }: { readonly profile?: string | undefined },
  isDry: boolean,
  call: CallOptions,
): Promise<PlanView | null> =>
  (await palace.compact({ dry_run: isDry, ...(profile === undefined ? {} : { profile }) }, call)).plan;

const keptPlan = (mode: string, planId: string | undefined): string => {
  if (planId !== undefined) return planId;
  throw new PalaceError('E_PLAN', `consolidate ${mode} needs the plan_id of a plan that was kept.`, {
    remedy: 'Make one with mode plan; mempalace_status lists those that wait.',
  });
};
