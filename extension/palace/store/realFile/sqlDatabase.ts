import type { DiskFailure } from './fileTable.ts';
import type { LogTail } from './logTail.ts';

export type SqlValue = string | number | Uint8Array | null;

/**
 * The current row of a statement, valid until the callback that receives it returns. Columns count from 0. `text`,
 * `number` and `bytes` throw `SqlError` (corrupt) if the column holds another kind of value.
 */
export interface SqlRow {
  text(column: number): string;
  textOrNull(column: number): string | null;
  /** As `textOrNull`, for a column that often repeats the row before: then the string is the same object. */
  repeatedText(column: number): string | null;
  number(column: number): number;
  numberOrNull(column: number): number | null;
  bytes(column: number): Uint8Array;
  /** As `bytes` without a copy: valid until the callback that receives the row returns, and not to be written to. */
  view(column: number): Uint8Array;
}

/** A prepared statement. Every method throws `SqlError`. When it returns or throws, the statement is reset. */
export interface SqlStatement {
  /** Runs to the end and drops rows. Returns how many rows an INSERT, UPDATE or DELETE changed. */
  run(...values: readonly SqlValue[]): number;
  /** The first row, read by `read`; `undefined` if there is none. */
  first<T>(read: (row: SqlRow) => T, ...values: readonly SqlValue[]): T | undefined;
  all<T>(read: (row: SqlRow) => T, ...values: readonly SqlValue[]): T[];
}

/** Runs an INSERT, UPDATE or DELETE; returns how many rows it changed. Throws `SqlError`. */
export type RunStatement = (sql: string, ...values: readonly SqlValue[]) => number;

/** A copy of the database in progress, a few pages at a time. Writes to the database go into the copy too. */
export interface SqlCopy {
  /** Copies up to `pages` pages. True once the copy is complete. */
  step(pages: number): boolean;
  /** Closes the copy's file, complete or not. */
  finish(): void;
}

/** One connection to one SQLite file. */
export interface SqlDatabase {
  /** Runs statements that return nothing of interest. Throws `SqlError`. */
  run(sql: string): void;
  /** Prepared once and kept as long as the connection. */
  statement(sql: string): SqlStatement;
  /** Starts a copy into a file of the same folder (`/`-separated, relative), which must not exist. */
  copyTo(name: string): SqlCopy;
  /** The disk failure during the latest call, whether or not SQLite reported an error. */
  readonly failure: DiskFailure | undefined;
  /** Declares everything written to the log so far as committed. */
  keepLog(): void;
  /** What was written to the log since {@link keepLog}; after a failed commit, it must be cut off. */
  readonly uncommittedLog: LogTail | undefined;
  /** Checkpoints and closes. Data is safe in the log if this throws `SqlError`; the files are closed in any case. */
  close(): void;
  /** Closes the files without another write; leaves what a killed process would leave. */
  abandon(): void;
}
