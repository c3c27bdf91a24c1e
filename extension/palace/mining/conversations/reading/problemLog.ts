import type { ConversationProblem, ConversationProblemReason } from './conversation.ts';

/** Collects what could not be read. Every case is counted, the first thousand are listed. */
export interface ProblemLog {
  add(where: string, reason: ConversationProblemReason): void;
  /** Counts something that is not a problem. */
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
