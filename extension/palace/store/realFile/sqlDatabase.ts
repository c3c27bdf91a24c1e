import type { DiskFailure } from './fileTable.ts';
import type { LogTail } from './logTail.ts';

export type SqlValue = string | number | Uint8Array | null;

/**
 * The current row of a statement, valid until the callback it was given to returns. Columns count from 0.
 * `text`, `number` and `bytes` throw `SqlError` (corrupt) where the column is of another kind.
 */
export interface SqlRow {
  text(column: number): string;
  textOrNull(column: number): string | null;
  number(column: number): number;
  numberOrNull(column: number): number | null;
  bytes(column: number): Uint8Array;
}

/** A prepared statement. Every method throws `SqlError`; afterwards, and at its end, the statement is reset. */
export interface SqlStatement {
  /** Runs to the end, dropping rows. Returns how many rows an INSERT, UPDATE or DELETE changed. */
  run(...values: readonly SqlValue[]): number;
  /** The first row, read by `read`; `undefined` if there is none. */
  first<T>(read: (row: SqlRow) => T, ...values: readonly SqlValue[]): T | undefined;
  all<T>(read: (row: SqlRow) => T, ...values: readonly SqlValue[]): T[];
}

/** Runs an INSERT, UPDATE or DELETE; returns how many rows it changed. Throws `SqlError`. */
export type RunStatement = (sql: string, ...values: readonly SqlValue[]) => number;

/** A copy of the database that is being made, a few pages at a time; writes to the database go into the copy too. */
export interface SqlCopy {
  /** Copies up to so many pages. True when the copy is whole. */
  step(pages: number): boolean;
  /** Closes the copy's file, whole or not. */
  finish(): void;
}

/** One connection to one SQLite file. */
export interface SqlDatabase {
  /** Runs statements that return nothing of interest. Throws `SqlError`. */
  run(sql: string): void;
  /** Prepared once and kept for as long as the connection. */
  statement(sql: string): SqlStatement;
  /** Starts a copy into a file of the same folder (`/`-separated, relative), which must not exist. */
  copyTo(name: string): SqlCopy;
  /** What the disk refused during the newest call, whether SQLite made an error of it or not. */
  readonly failure: DiskFailure | undefined;
  /** Says that everything written to the log so far is committed. */
  keepLog(): void;
  /** What was written to the log since then: after a commit that failed, it must be cut off. */
  readonly uncommittedLog: LogTail | undefined;
  /** Checkpoints and closes. Data is safe in the log if this throws `SqlError`; the files are closed in any case. */
  close(): void;
  /** Closes the files as they are, with no further write: what a killed process would leave. */
  abandon(): void;
}
