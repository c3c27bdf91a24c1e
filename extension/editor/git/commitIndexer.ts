import { PalaceError } from '../../palace/model/palaceError.ts';
import type { CommitIndexReport } from '../../palace/contract/commitIndexSchemas.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';

export interface CommitIndexerDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'state'>;
  /** Read again before each run. */
  readonly allowed: () => {
    readonly trusted: boolean;
    /** By itself. */ readonly enabled: boolean;
    /** By itself. */ readonly days: number;
  };
  readonly log: (level: 'debug' | 'warn', message: string) => void;
}

export type Amount = { readonly days: number } | { readonly all: true };

/** Has the palace index commits: on request, and by itself. Where the workspace is not trusted, the palace is not even asked. */
export class CommitIndexer {
  readonly #dependencies: CommitIndexerDependencies;

  constructor(dependencies: CommitIndexerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Repositories one after the other, their counts added; the first reason stands for all. Rejects with `PalaceError`. */
  async index(repositories: readonly string[], amount: Amount, options: CallOptions): Promise<CommitIndexReport> {
    if (!this.#dependencies.allowed().trusted)
      throw new PalaceError('E_FOLDER_UNREADABLE', 'This workspace is not trusted, so git is not started in it.', {
        remedy: 'Trust the workspace, then index its commits.',
      });
    const api = await this.#dependencies.session.api();
    let sum: CommitIndexReport | null = null;
    for (const repository of repositories) {
      const report = await api.indexCommits({ repo_path: repository, ...amount }, options);
      sum = sum === null ? report : added(sum, report);
    }
    if (sum === null)
      throw new PalaceError('E_FOLDER_UNREADABLE', 'No folder of this machine is open.', {
        remedy: 'Open a folder, then index its commits.',
      });
    return sum;
  }

  /** The last days of each repository, without a word. Only where there is a palace, in a trusted workspace, with the setting on. */
  async indexByItself(repositories: readonly string[], signal: AbortSignal): Promise<void> {
    const { session, allowed, log } = this.#dependencies;
    for (const repository of repositories) {
      const { trusted, enabled, days } = allowed();
      if (!trusted || !enabled || !['closed', 'opening', 'open'].includes(session.state.kind) || signal.aborted)
        return;
      try {
        const { indexed, duplicates, outcome, reason } = await (
          await session.api()
        ).indexCommits({ repo_path: repository, days, automatic: true }, { signal });
        // No repository, no git, nothing committed yet: a workspace like many others.
        log(
          outcome === 'damaged' || outcome === 'timed_out' ? 'warn' : 'debug',
          `Commits of ${repository}: ${indexed} indexed, ${duplicates} known${reason === null ? '' : `; ${reason}`}`,
        );
      } catch (thrown) {
        const error = PalaceError.from(thrown);
        if (error.code !== 'E_CANCELLED')
          log('warn', `The commits of ${repository} were not indexed. ${error.code}: ${error.message}`);
      }
    }
  }
}

/** Where one repository was read and the other not, the answer is that of the one that was. */
const added = (a: CommitIndexReport, b: CommitIndexReport): CommitIndexReport => ({
  indexed: a.indexed + b.indexed,
  duplicates: a.duplicates + b.duplicates,
  skipped: a.skipped + b.skipped,
  elapsed_ms: a.elapsed_ms + b.elapsed_ms,
  ...(a.outcome === 'not_a_repository' || (a.outcome === 'indexed' && a.reason === null)
    ? { outcome: b.outcome, reason: b.reason }
    : { outcome: a.outcome, reason: a.reason }),
  ...(b.outcome === 'not_a_repository' ? { outcome: a.outcome, reason: a.reason } : {}),
});
