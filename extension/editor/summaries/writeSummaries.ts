import { messageOf } from '../../base/text/messageOf.ts';
import { raceAbort } from '../../base/async/raceAbort.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { longestSummary } from '../../palace/contract/memory/longestSummary.ts';
import type { GroupPrompt } from './summaryPrompt.ts';

/** A language model that answers a prompt with a text. */
export interface SummaryModel {
  /** For a person. */
  readonly name: string;
  /** Maximum input in tokens. */
  readonly maxInputTokens: number;
  ask(prompt: string, signal: AbortSignal): Promise<string>;
}

/** Why a group keeps its extract. */
export type Fallback = 'refused' | 'timed_out' | 'empty' | 'too_long' | 'too_large' | 'failed';

export type GroupOutcome = Pick<GroupPrompt, 'groupId' | 'title'> &
  ({ readonly summary: string } | { readonly fallback: Fallback; readonly detail: string });

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** Milliseconds that one group may take. */
  readonly timeoutMs: number;
  /** How many groups are done. */
  readonly onProgress: (done: number) => void;
}

/** A cautious estimate: a token has about four characters. */
const charactersPerToken = 3;

/**
 * Asks a language model for a summary of each group, one after the other. If it refuses, takes too long or answers
 * with nothing for a group, that group keeps its extract and the others continue. Throws E_CANCELLED as soon as it
 * is told to stop.
 */
export const writeSummaries = async (
  prompts: readonly GroupPrompt[],
  model: SummaryModel,
  { signal, timeoutMs, onProgress }: WriteOptions,
): Promise<readonly GroupOutcome[]> => {
  const outcomes: GroupOutcome[] = [];
  for (const { groupId, title, text } of prompts) {
    if (signal.aborted) throw cancelled();
    onProgress(outcomes.length);
    outcomes.push({
      groupId,
      title,
      ...(text.length > model.maxInputTokens * charactersPerToken
        ? ({ fallback: 'too_large', detail: '' } as const)
        : await answerTo(text, model, signal, timeoutMs)),
    });
  }
  onProgress(outcomes.length);
  return outcomes;
};

type Answer = { readonly summary: string } | { readonly fallback: Fallback; readonly detail: string };

const answerTo = async (
  prompt: string,
  model: SummaryModel,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Answer> => {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve({ fallback: 'timed_out', detail: '' }), timeoutMs);
  });
  const answer = model.ask(prompt, abort.signal).then(checked, (thrown: unknown) => failed(thrown));
  try {
    // A model that ignores the signal must not delay anything.
    return await raceAbort(Promise.race([late, answer]), signal, () => {
      throw cancelled();
    });
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
};

const checked = (answer: string): Answer => {
  const summary = answer.trim();
  if (summary === '') return { fallback: 'empty', detail: '' };
  if (summary.length > longestSummary) return { fallback: 'too_long', detail: '' };
  return /\p{Cs}/u.test(summary) ? { fallback: 'failed', detail: 'half a character' } : { summary };
};

/** Codes with which the editor says that a model may not, or will not, answer. */
const refusals: readonly string[] = ['Blocked', 'NoPermissions'];

const failed = (thrown: unknown): Answer => {
  const code: unknown =
    typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return {
    fallback: typeof code === 'string' && refusals.includes(code) ? 'refused' : 'failed',
    detail: messageOf(thrown),
  };
};

const cancelled = (): PalaceError => new PalaceError('E_CANCELLED', 'Writing summaries was stopped.');
