import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import { SharedWork, type WorkOptions } from '../../base/async/sharedWork.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { backupCancelled, backupDatabase, type BackupSource } from './backupDatabase.ts';
import { diskError } from './diskError.ts';
import { commitTogether, type PendingWrite } from './writes/groupCommit.ts';
import { LongRuns } from './longRuns.ts';
import { openDatabase, type DatabaseEnvironment } from './openDatabase.ts';
import { inFolder, logFile, palaceFile } from './palaceFiles.ts';
import { readPalaceStamp, type PalaceStamp } from './palaceStamp.ts';
import type {
  AbandonableStore,
  CommittedChange,
  PalaceCopies,
  ReadQueries,
  StoreHealth,
  VerifyReport,
  WriteTransaction,
} from './palaceStore.ts';
import { readQueries } from './readQueries.ts';
import { readsOfDamaged } from './readsOfDamaged.ts';
import { cachedReads, type CachedReads } from './cachedReads.ts';
import { sizeOrZero } from './realFile/wholeFiles.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { cutLogTail, type LogTail } from './realFile/logTail.ts';
import { SqlError } from './realFile/sqlError.ts';
import { copiesIn, replaceCopies, rewriteFile } from './rewriteFile.ts';
import { damagedHealth, demandWritable, reportOf } from './storeHealth.ts';
import { watchTexts } from './textIntegrity.ts';
import { WriteQueue } from './writes/writeQueue.ts';
import { verifyDatabase, type VerifyOptions } from './verifyDatabase.ts';

interface OpenedPalace extends DatabaseEnvironment {
  readonly clock: () => Date;
  /** See {@link WriteQueue}. */
  readonly millisecondsPerCommit: number;
  readonly stamp: PalaceStamp;
  readonly health: StoreHealth;
  /** Undefined when the file is too damaged to be opened at all. */
  readonly database: SqlDatabase | undefined;
}

/**
 * The store of one open palace. In one file, although it is long: writing, recovering and closing all change the
 * same connection, health and revision.
 */
export class PalaceStoreOnFile implements AbandonableStore {
  readonly folder: string;
  readonly schemaVersion: number;
  readonly read: ReadQueries;
  readonly #opened: OpenedPalace;
  /** Reads without the cache: inside a transaction they see its writes. */
  readonly #queries: ReadQueries;
  readonly #cached: CachedReads;
  readonly #commits = new Emitter<CommittedChange>();
  readonly #queue: WriteQueue;
  readonly #longRuns = new LongRuns();
  readonly #backups = new SerialQueue();
  #waitingBackup: SharedWork<string> | undefined;
  #closed: Promise<void> | undefined;
  #database: SqlDatabase | undefined;
  #health: StoreHealth;
  #revision: number;
  /** What a failed commit left in the log, if the disk refused to cut it off. */
  #logToCut: LogTail | undefined;
  /** Set once another process has taken the palace. */
  #lost: PalaceError | undefined;

  constructor(opened: OpenedPalace) {
    this.#opened = opened;
    this.#queue = new WriteQueue(() => this.#commitQueue(), opened.millisecondsPerCommit);
    this.folder = opened.folder;
    this.schemaVersion = opened.stamp.schemaVersion;
    this.#revision = opened.stamp.revision;
    this.#health = opened.health;
    this.#database = opened.database;
    this.#queries = readQueries(() => this.#connection());
    this.#cached = cachedReads(
      watchTexts(
        readsOfDamaged(
          this.#queries,
          () => this.#connection(),
          (error) => this.noteError(error),
        ),
        (damaged) => this.#markDamaged('A text has changed on disk.', damaged),
      ),
      () => this.#connection(),
    );
    this.read = this.#cached.read;
  }

  get revision(): number {
    return this.#revision;
  }

  get health(): StoreHealth {
    return this.#health;
  }

  write<T>(work: (transaction: WriteTransaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed !== undefined) throw closedError(this.folder);
      demandWritable(this.#health);
      let value: T;
      this.#queue.add({
        work: (transaction) => void (value = work(transaction)),
        resolve: () => resolve(value),
        reject,
      });
    });
  }

  onCommit(listener: (change: CommittedChange) => void): Disposable {
    return this.#commits.event(listener);
  }

  async verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    const report = await this.#longRun(() =>
      verifyDatabase(() => this.#connection(), { ...options, signal: this.#longRuns.signalWith(options.signal) }),
    );
    if (!report.ok) this.#markDamaged(`${report.damaged.length} damaged parts were found.`, report.damaged);
    return reportOf(report, this.#health);
  }

  /** Backups run one at a time. One that has not begun yet serves everyone who is waiting. */
  backup(options: WorkOptions = {}): Promise<string> {
    let backup = this.#waitingBackup;
    if (backup === undefined || backup.isAborted) {
      backup = new SharedWork<string>(({ signal, onProgress }) =>
        this.#longRun(() =>
          this.#backups.run(() => {
            if (this.#waitingBackup === backup) this.#waitingBackup = undefined;
            return backupDatabase({
              ...this.#source(),
              signal: this.#longRuns.signalWith(signal),
              onProgress,
            });
          }),
        ),
      );
      this.#waitingBackup = backup;
    }
    return backup.join(options, backupCancelled);
  }

  copies(): PalaceCopies {
    return copiesIn(this.#opened.fileSystem, this.folder);
  }

  /** In the backups' queue, so that no backup begun earlier remains. */
  rewrite(): Promise<void> {
    return this.#longRun(() =>
      this.#backups.run(() => {
        demandWritable(this.#health);
        this.#demandTurn();
        const database = this.#connectionForWriting();
        try {
          rewriteFile(this.#opened, database);
        } finally {
          database.abandon();
          this.#database = undefined;
        }
        return replaceCopies(this.#source());
      }),
    );
  }

  #source(): BackupSource {
    return { ...this.#opened, database: () => this.#connection(), signal: this.#longRuns.signal };
  }

  bytes(): number {
    return [palaceFile, logFile]
      .map((name) => this.#bytesOf(inFolder(this.folder, name)))
      .reduce((sum, bytes) => sum + bytes, 0);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  abandon(): void {
    this.#closed ??= Promise.resolve();
    this.#longRuns.stop();
    this.#database?.abandon();
    this.#database = undefined;
  }

  async #close(): Promise<void> {
    this.#longRuns.stop();
    await this.#longRuns.ended();
    while (!this.#queue.isEmpty) this.#commitQueue();
    if (this.#turnLost() !== undefined) return;
    const database = this.#database;
    this.#database = undefined;
    if (this.#health.state === 'damaged') database?.abandon();
    else database?.close();
  }

  #commitQueue(): void {
    const taken: PendingWrite[] = [];
    try {
      demandWritable(this.#health);
      this.#demandTurn();
      const database = this.#connectionForWriting();
      const batch = commitTogether(database, this.#queries, this.#queue.take(taken), this.#revision);
      database.keepLog();
      // A process that took the palace during the commit may not have this commit: then it must not be acknowledged.
      const lost = this.#turnLost();
      if (lost !== undefined) throw lost;
      this.#revision = batch.revision;
      for (const change of batch.changes) this.#cached.apply(change);
      // The write is durable, whatever a listener does.
      for (const change of batch.changes) this.#commits.fire(change);
      for (const outcome of batch.outcomes) {
        if ('error' in outcome) outcome.write.reject(outcome.error);
        else outcome.write.resolve(outcome.value);
      }
    } catch (thrown) {
      const error = PalaceError.from(
        diskError(thrown, (errno) => errorText`Writing the palace failed: ${errno}.`),
      );
      if (taken.length === 0) taken.push(...this.#queue.takeAll());
      if (this.#health.state === 'ok' && this.#lost === undefined) this.#recover();
      for (const write of taken) write.reject(error);
    }
  }

  /** Throws E_OWNER_GONE, for good, once another process has taken the palace: its files are no longer this one's. */
  #demandTurn(): void {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      this.#opened.demandTurn?.();
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (error.code === 'E_OWNER_GONE') {
        this.#lost = error;
        this.#database?.abandon();
        this.#database = undefined;
      }
      throw error;
    }
  }

  /** The reason, once another process has taken the palace. If the disk can't tell, nothing is taken back. */
  #turnLost(): PalaceError | undefined {
    try {
      this.#demandTurn();
    } catch {
      // The reason is kept.
    }
    return this.#lost;
  }

  /** After a failed commit, goes back to the last good one. */
  #recover(): void {
    const database = this.#database;
    if (database === undefined) return;
    this.#logToCut = database.uncommittedLog;
    try {
      rollBack(database);
      this.#cutLog();
      database.keepLog();
      if (readPalaceStamp(database, inFolder(this.folder, palaceFile)).revision === this.#revision) return;
    } catch {
      // Whatever is wrong with this connection, the next write opens a new one or reports why it can't.
    }
    database.abandon();
    this.#database = undefined;
  }

  #cutLog(): void {
    const tail = this.#logToCut;
    if (tail === undefined) return;
    try {
      cutLogTail(this.#opened.fileSystem, tail);
      this.#logToCut = undefined;
    } catch (thrown) {
      throw diskError(thrown, (errno) => errorText`Undoing a failed write to ${tail.path} failed: ${errno}.`);
    }
  }

  #connection(): SqlDatabase {
    if (this.#database !== undefined) return this.#database;
    if (this.#closed !== undefined) throw closedError(this.folder);
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#health.state === 'damaged') throw new PalaceError('E_PALACE_DAMAGED', this.#health.reason);
    return this.#connectionForWriting();
  }

  #connectionForWriting(): SqlDatabase {
    if (this.#database !== undefined) return this.#database;
    this.#cutLog();
    const database = openDatabase(this.#opened, { readOnly: false, onError: (error) => this.noteError(error) });
    const { revision } = readPalaceStamp(database, inFolder(this.folder, palaceFile));
    if (revision !== this.#revision) {
      database.abandon();
      throw new PalaceError(
        'E_OWNER_GONE',
        errorText`${this.folder} is at revision ${revision} after a disk error, not at ${this.#revision}; it must be opened again.`,
      );
    }
    this.#database = database;
    this.#cached.forget();
    return database;
  }

  /** Notes an error of SQLite: once the file is found to be damaged, nothing more is written to it. */
  noteError(error: PalaceError): void {
    if (error.code === 'E_PALACE_DAMAGED') this.#markDamaged(error.message, []);
  }

  #markDamaged(reason: string, damaged: VerifyReport['damaged']): void {
    this.#health = damagedHealth(this.#health, inFolder(this.folder, palaceFile), reason, damaged);
  }

  async #longRun<T>(run: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw closedError(this.folder);
    return this.#longRuns.run(run);
  }

  #bytesOf(path: string): number {
    try {
      return sizeOrZero(this.#opened.fileSystem, path);
    } catch (thrown) {
      throw diskError(thrown, (errno) => errorText`Measuring ${path} failed: ${errno}.`);
    }
  }
}

const rollBack = (database: SqlDatabase): void => {
  try {
    database.run('ROLLBACK');
  } catch (thrown) {
    // SQLite has rolled back by itself.
    if (!(thrown instanceof SqlError) || thrown.code !== 'E_SQL') throw thrown;
  }
};

const closedError = (folder: string): PalaceError =>
  new PalaceError('E_OWNER_GONE', errorText`The palace in ${folder} is closed.`);
