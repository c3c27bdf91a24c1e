import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { quoteData } from '../quoting/quotedData.ts';
import { sessionInstructions } from '../tools/sessionInstructions.ts';
import { contextAnswer, quietAnswer } from './hookAnswer.ts';
import { problemText, type Hook } from './runHook.ts';
import { standing } from './standing.ts';

/** Milliseconds that maintenance may take; the rest is done another time. */
const maintenanceLimit = 1_500;

/** Runs when a session begins: maintains the memory, then gives the agent the session context as quoted data. */
export const sessionStart: Hook = {
  event: 'session-start',
  run: async ({ payload: { session_id: session }, connection: { api }, workspace, signal }) => {
    const problem = (await standing(api)) ?? (await maintenance(api, workspace, signal));
    const context = await api.sessionContext(
      { ...(session === undefined ? {} : { session_id: session }) },
      { signal },
    );
    const holds = [
      context.pinned,
      context.memories,
      context.recurring_issues,
      context.recent_commits,
      context.supersede_suggestions,
      context.consolidation_candidates,
      context.compaction_candidates,
    ];
    if (holds.every(({ length }) => length === 0)) return quietAnswer('session-start', problem);
    const { notice, texts } = quoteData([context.text.trimEnd()]);
    return contextAnswer(
      'session-start',
      `What this workspace's memory (Synapse Palace) would have you begin with. ${notice}\n${[...texts, ...sessionInstructions(context)].join('\n')}`,
      problem,
    );
  },
};

/** Runs maintenance. Returns the problem for a person, or null if there was none. */
const maintenance = async (api: PalaceApi, workspace: string, signal: AbortSignal): Promise<string | null> => {
  try {
    await api.maintain(
      { repo_path: workspace },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(maintenanceLimit)]) },
    );
    return null;
  } catch (thrown) {
    return PalaceError.from(thrown).code === 'E_CANCELLED' ? null : problemText(thrown);
  }
};
