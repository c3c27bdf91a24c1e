import { ChangeRecorder } from './changeRecorder.ts';
import type { CommittedChange, ReadQueries, WriteTransaction } from '../palaceStore.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { resultCode, SqlError } from '../realFile/sqlError.ts';
import { metaKey } from '../schema/schema.ts';
import { writeTransaction } from './writeTransaction.ts';

/** A write that waits for its commit. */
export interface PendingWrite {
  readonly work: (transaction: WriteTransaction) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** How a write of a batch ended. Its caller learns this once the commit is durable. */
type Outcome = { readonly write: PendingWrite } & ({ readonly value: unknown } | { readonly error: unknown });

interface Batch {
  readonly outcomes: readonly Outcome[];
  /** One per write that changed something, in order. */
  readonly changes: readonly CommittedChange[];
  readonly revision: number;
}

/**
 * Runs writes one after another in a single transaction, each in a savepoint of its own: if one throws, only that
 * one is undone. Returns once everything is durable. Throws errors of the disk and of SQLite; nothing of the batch
 * is committed then, but the transaction may still be open.
 */
export const commitTogether = (
  database: SqlDatabase,
  read: ReadQueries,
  writes: Iterable<PendingWrite>,
  revision: number,
): Batch => {
  const outcomes: Outcome[] = [];
  const changes: CommittedChange[] = [];
  const run = (sql: string): number => database.statement(sql).run();
  run('BEGIN IMMEDIATE');
  for (const write of writes) {
    const recorder = new ChangeRecorder();
    const { transaction, end } = writeTransaction(database, read, recorder);
    run('SAVEPOINT work');
    try {
      const value = write.work(transaction);
      if (recorder.touched) changes.push(recorder.change(revision + changes.length + 1, read));
      outcomes.push({ write, value });
    } catch (error) {
      if (endsTransaction(error)) throw error;
      run('ROLLBACK TO work');
      outcomes.push({ write, error });
    } finally {
      end();
    }
    // Throws if an error made SQLite roll back the entire transaction, even if the work caught that error.
    run('RELEASE work');
  }
  const newRevision = revision + changes.length;
  if (changes.length > 0)
    database.statement('UPDATE meta SET value = ? WHERE key = ?').run(String(newRevision), metaKey.revision);
  run('COMMIT');
  return { outcomes, changes, revision: newRevision };
};

const endsTransaction = (error: unknown): boolean =>
  error instanceof SqlError && (error.code !== 'E_SQL' || error.resultCode === resultCode.noMemory);
