import type { ConversationImportReport } from '../../contract/filing/conversationSchemas.ts';

/** A part of an import that was skipped. */
interface ImportProblem {
  /** Absolute path. */
  readonly file: string;
  /** `line 12`, `conversation 3`; empty for the complete file. */
  readonly where: string;
  readonly reason: string;
}

const listed = 200;

/** Sums up an import as it runs. */
export class ConversationTally {
  #conversations = 0;
  #added = 0;
  #duplicates = 0;
  #updated = 0;
  readonly #skipped = new Map<string, number>();
  readonly #problems: ImportProblem[] = [];

  conversation(
    tally: { readonly added: number; readonly duplicates: number; readonly updated?: number },
    conversations = 1,
  ): void {
    this.#conversations += conversations;
    this.#added += tally.added;
    this.#duplicates += tally.duplicates;
    this.#updated += tally.updated ?? 0;
  }

  skip(reason: string, times = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + times);
  }

  /** Lists what `skip` has counted, or what the import could not do for what it filed. */
  problem(problem: ImportProblem): void {
    if (this.#problems.length < listed) this.#problems.push(problem);
  }

  report(elapsedMs: number): ConversationImportReport {
    return {
      conversations: this.#conversations,
      added: this.#added,
      duplicates: this.#duplicates,
      updated: this.#updated,
      skipped: Object.fromEntries([...this.#skipped].sort(([a], [b]) => (a < b ? -1 : 1))),
      problems: this.#problems,
      elapsed_ms: elapsedMs,
    };
  }
}
