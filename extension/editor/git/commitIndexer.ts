import { PalaceError } from '../../palace/model/palaceError.ts';
import type { CommitIndexReport } from '../../palace/contract/commitIndexSchemas.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';

export interface CommitIndexerDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'state'>;
  /** Read again before each run. */
  readonly allowed: () => {
    readonly trusted: boolean;
    /** Index automatically. */ readonly enabled: boolean;
    /** Days to index automatically. */ readonly days: number;
  };
  readonly log: (level: 'debug' | 'warn', message: string) => void;
}

export type Amount = { readonly days: number } | { readonly all: true };

/** Has the palace index commits, on request and automatically. In an untrusted workspace it does not call the palace. */
export class CommitIndexer {
  readonly #dependencies: CommitIndexerDependencies;

  constructor(dependencies: CommitIndexerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Indexes repositories one after another and adds up their counts. The first reason is given for all. Rejects with `PalaceError`. */
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

  /** Indexes the last days of each repository in the background: only in a trusted workspace with a palace, and if the setting is on. */
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
        // No repository, no Git or no commit yet: that is common.
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
