import { deadline } from '../../base/async/deadline.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { movedText, takeBackCommand } from '../../palace/contract/memory/movedText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
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
    const general = await standing(api);
    const problem = general ?? (await maintenance(api, workspace, signal));
    const news = general === null ? await moved(api) : [];
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
    if (holds.every(({ length }) => length === 0)) return quietAnswer('session-start', problem, { news });
    const { notice, texts } = quoteData([context.text.trimEnd()]);
    return contextAnswer(
      'session-start',
      `${news.map((line) => `Synapse Palace: ${line}\n`).join('')}What to begin with, from this workspace's memory (Synapse Palace). ${notice}\n${[...texts, ...sessionInstructions(context)].join('\n')}`,
      problem,
      news,
    );
  },
};

/** Maximum batches that are listed one by one. */
const mostTold = 3;

/**
 * What maintenance and agents moved since a session last reported it, each with the command that undoes it; and how
 * many plans of agents wait. An agent's own words are not repeated here, because they are not quoted.
 */
const moved = async (api: PalaceApi): Promise<string[]> => {
  // The palace's owner may be an older version, which knows nothing about moves; the session begins in any case.
  const { batches } = await api.tellMoves({}).catch(() => ({ batches: [] }));
  const { waiting } = await api.status({});
  const told = batches.slice(0, mostTold);
  return [
    ...told.map((batch) => `${movedText({ ...batch, reason: null })}. Undo: ${takeBackCommand(batch)}`),
    ...(batches.length > told.length ? [`${batches.length - told.length} more: synapse-palace status`] : []),
    ...waiting
      .slice(0, 1)
      .map(
        ({ plan_id: id }) =>
          `${waiting.length === 1 ? 'a plan of an agent waits' : `${waiting.length} plans of agents wait`} for your approval. Review: synapse-palace compact --show ${id}`,
      ),
  ];
};

/** Runs maintenance. Returns the problem for a person, or null if there was none. */
const maintenance = async (api: PalaceApi, workspace: string, signal: AbortSignal): Promise<string | null> => {
  const limit = deadline(maintenanceLimit, signal);
  try {
    await api.maintain({ repo_path: workspace }, { signal: limit.signal });
    return null;
  } catch (thrown) {
    return PalaceError.from(thrown).code === 'E_CANCELLED' ? null : problemText(thrown);
  } finally {
    limit.dispose();
  }
};
