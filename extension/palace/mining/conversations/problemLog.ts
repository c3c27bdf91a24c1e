import type { ConversationProblem, ConversationProblemReason } from './conversation.ts';

/** Gathers what could not be read: every case is counted, the first thousand are named. */
export interface ProblemLog {
  add(where: string, reason: ConversationProblemReason): void;
  /** Counts what is no problem. */
  count(reason: 'blank'): void;
  readonly problems: readonly ConversationProblem[];
  readonly skipped: Readonly<Record<string, number>>;
}

const named = 1000;

export const problemLog = (): ProblemLog => {
  const problems: ConversationProblem[] = [];
  const skipped: Record<string, number> = {};
  const count = (reason: string): void => void (skipped[reason] = (skipped[reason] ?? 0) + 1);
  return {
    add(where, reason) {
      count(reason);
      if (problems.length < named) problems.push({ where, reason });
    },
    count,
    problems,
    skipped,
  };
};
