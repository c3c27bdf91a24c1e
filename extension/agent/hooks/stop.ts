import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deadline } from '../../base/async/deadline.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { quietAnswer } from './hookAnswer.ts';
import type { HookPayload } from './hookPayload.ts';
import type { Hook } from './runHook.ts';

/** Milliseconds that the hook waits for the vectors of new drawers; the next owner computes the rest. */
const vectorLimit = 1_500;
const pollEvery = 100;

/**
 * Runs when an agent has answered: files what its transcript added. It never says anything to the agent, because
 * output from a Stop hook makes the agent run again, endlessly. By installing this hook, a person has agreed that
 * conversations are filed.
 */
export const stop: Hook = {
  event: 'stop',
  isWanted: (payload) => payload.stop_hook_active !== true && transcriptOf(payload) !== null,
  run: async ({ agent, payload, connection: { api }, workspace, signal }) => {
    const transcript = transcriptOf(payload);
    if (transcript === null || agent.transcripts === null) return quietAnswer('stop');
    try {
      const { added, updated } = await api.importConversations(
        {
          files: [transcript],
          format: agent.transcripts,
          workspace_folders: [{ path: workspace, name: path.basename(workspace) }],
        },
        { signal },
      );
      if (added + updated > 0) await vectors(api, signal);
    } catch (thrown) {
      // A long transcript is filed in steps: the next stop continues.
      if (PalaceError.from(thrown).code !== 'E_CANCELLED') throw thrown;
    }
    return quietAnswer('stop');
  },
};

/** The session's transcript: an absolute path ending in `.jsonl`, as agents name theirs. Null otherwise, so no folder is imported. */
const transcriptOf = ({ transcript_path: file }: HookPayload): string | null =>
  file !== undefined && path.isAbsolute(file) && path.extname(file) === '.jsonl' ? file : null;

/** Waits until every drawer has its vector, or can't get one, or `vectorLimit` has passed. */
const vectors = async (api: PalaceApi, given: AbortSignal): Promise<void> => {
  const { signal, dispose } = deadline(vectorLimit, given);
  while (!signal.aborted) {
    const {
      embeddings: { pending, state },
    } = await api.status({});
    if (pending === 0 || state === 'unavailable' || state === 'mismatch') break;
    await delay(pollEvery, undefined, { signal }).catch(() => undefined);
  }
  dispose();
};
