import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { mostIncomplete, type CommitIndexReport } from '../../palace/contract/filing/commitIndexSchemas.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { CommitsNote } from './commitsNote.ts';

/**
 * How many days back commits are indexed automatically before a workspace has a palace: the age that counts as
 * fresh.
 */
const firstDays = 7;

interface CommitIndexerDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'apiOrNew' | 'state'>;
  /** Read again before each run. */
  readonly allowed: () => {
    readonly trusted: boolean;
    /** Index automatically. */ readonly enabled: boolean;
    /** Days to index automatically. */ readonly days: number;
  };
  /** Rejects with E_FOLDER_UNREADABLE if the workspace's folders are gone. */
  readonly demandFolders: () => Promise<void>;
  /** Whether a repository has a commit of the last days. Checked before a palace is created for it. */
  readonly hasRecent: (repository: string, days: number, signal: AbortSignal) => Promise<boolean>;
  /** Called before a palace is created. */
  readonly prepare: () => Promise<void>;
  readonly note: Pick<CommitsNote, 'tell' | 'wasTold'>;
  /** Whether the workspace's memory was deleted, and not made again since. */
  readonly wasDeleted: () => boolean;
  readonly log: (level: 'debug' | 'warn', message: string) => void;
}

export type Amount = { readonly days: number } | { readonly all: true };

/** Has the palace index commits, on request and automatically. In an untrusted workspace it does not call the palace. */
export class CommitIndexer {
  readonly #dependencies: CommitIndexerDependencies;
  /** The repositories that were indexed automatically since the window was opened. */
  readonly #indexed = new Set<string>();
  /** Whether the Memory view tells of the first commits of this window, and whether there was no palace before them. */
  #tells = false;
  #isNew = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dependencies: CommitIndexerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Indexes repositories one after another and adds up their counts. The first reason is given for all. Rejects with `PalaceError`. */
  async index(repositories: readonly string[], amount: Amount, options: CallOptions): Promise<CommitIndexReport> {
    if (!this.#dependencies.allowed().trusted)
      throw new PalaceError('E_FOLDER_UNREADABLE', 'This workspace is not trusted, so git is not started in it.', {
        remedy: 'Trust the workspace, then index its commits.',
      });
    await this.#dependencies.demandFolders();
    const api = await this.#dependencies.session.apiOrNew();
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

  /**
   * Indexes the last days of each repository in the background, after those that were asked for before: only in a trusted workspace,
   * and if the setting is on. Without a palace, the first repository with recent commits creates one, once per workspace; a deleted
   * palace is not created again. The editor finds the repositories within a folder one by one, so the commits of each are added.
   */
  indexByItself(repositories: readonly string[], signal: AbortSignal): Promise<void> {
    const run = this.#last.then(() => this.#indexAll(repositories, signal));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #indexAll(repositories: readonly string[], signal: AbortSignal): Promise<void> {
    const { session, note, wasDeleted, log } = this.#dependencies;
    if (!note.wasTold) this.#tells = true;
    if (session.state.kind === 'absent') {
      if (!this.#tells || wasDeleted()) return;
      this.#isNew = true;
    }
    for (const repository of repositories) {
      const allowed = this.#dependencies.allowed();
      if (!allowed.trusted || !allowed.enabled || signal.aborted) break;
      const isFirst = !this.#indexed.has(repository);
      const days = isFirst && this.#isNew ? Math.max(firstDays, allowed.days) : allowed.days;
      try {
        const commits = await this.#indexRecent(repository, days, signal);
        if (session.state.kind !== 'absent') this.#indexed.add(repository);
        if (commits > 0 && this.#tells && (isFirst || !note.wasTold)) note.tell({ commits, days });
      } catch (thrown) {
        const error = PalaceError.from(thrown);
        if (error.code !== 'E_CANCELLED')
          log('warn', `The commits of ${repository} were not indexed. ${error.code}: ${error.message}`);
      }
    }
  }

  /** Returns how many commits were new. */
  async #indexRecent(repository: string, days: number, signal: AbortSignal): Promise<number> {
    const { session, hasRecent, prepare, log } = this.#dependencies;
    const isNew = session.state.kind === 'absent';
    if (isNew) {
      if (!(await hasRecent(repository, days, signal))) return 0;
      await prepare();
    } else if (!['closed', 'opening', 'open'].includes(session.state.kind)) return 0;
    const api = await (isNew ? session.apiOrNew() : session.api());
    const report = await api.indexCommits({ repo_path: repository, days, automatic: true }, { signal });
    const { indexed, duplicates, incomplete, outcome, reason } = report;
    // No repository, no Git or no commit yet, all of which are common.
    log(
      ['damaged', 'timed_out', 'out_of_memory'].includes(outcome) || incomplete.length > 0 ? 'warn' : 'debug',
      `Commits of ${repository}: ${indexed} indexed, ${duplicates} known${reason === null ? '' : `; ${reason}`}${incomplete.map(({ sha, reason: why }) => `; ${sha}: ${why}`).join('')}`,
    );
    return indexed;
  }
}

/** If only one of the repositories could be read, the answer is that one's. */
const added = (a: CommitIndexReport, b: CommitIndexReport): CommitIndexReport => ({
  indexed: a.indexed + b.indexed,
  duplicates: a.duplicates + b.duplicates,
  skipped: a.skipped + b.skipped,
  without_files: a.without_files + b.without_files,
  incomplete: [...a.incomplete, ...b.incomplete].slice(0, mostIncomplete),
  elapsed_ms: a.elapsed_ms + b.elapsed_ms,
  ...(a.outcome === 'not_a_repository' || (a.outcome === 'indexed' && a.reason === null)
    ? { outcome: b.outcome, reason: b.reason }
    : { outcome: a.outcome, reason: a.reason }),
  ...(b.outcome === 'not_a_repository' ? { outcome: a.outcome, reason: a.reason } : {}),
});
